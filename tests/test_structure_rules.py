"""What the rules' clause ids in code, tests and documents must have to do with each other."""

import pytest
from coverage_of_rules import PAGE, clauses, clauses_in, code_of, page, proofs

VOCABULARY = {"codes.py", "record.py"}  # name all of the rules, also what is not played yet


def test_clause_ids_are_read_from_names_texts_and_ranges():
    assert clauses_in("test_T8_2_opposites_cancel T3.10, G5.6a; T8.5-T8.7, T10.1–T10.2") == {
        "T8.2", "T3.10", "G5.6a", "T8.5", "T8.6", "T8.7", "T10.1", "T10.2"}
    assert clauses_in("test_T10_1_to_T10_3_G10_5_drawn and G10.5c") == {"T10.1", "T10.2", "T10.3", "G10.5"}
    assert not clauses_in("T_AREA, V_DAMAGE 3.10, C414")


def test_every_clause_that_the_rules_code_cites_is_proven_by_a_test():
    cited = {clause for clause, files in code_of("envs/core").items() if set(files) - VOCABULARY}
    missing = sorted((cited & set(clauses())) - set(proofs()))
    assert len(cited) > 60 and not missing, f"cited in envs/core and named by no test: {', '.join(missing)}"


def test_no_test_cites_a_clause_that_does_not_exist():
    assert not set(proofs()) - set(clauses())


def test_the_page_claims_nothing_that_is_not_so():
    """It may lag behind new tests; `python tests/coverage_of_rules.py` writes it anew."""
    now, proven = {row.split(" | ")[0] for row in page().splitlines() if row.startswith("| ")}, proofs()
    for row in PAGE.read_text(encoding="utf-8").splitlines():
        if row.startswith("| ") and not row.startswith("| clause"):
            clause, _, tests = (part.strip() for part in row.strip("|").split("|"))
            there = set(tests.split(", ")) - {""}
            assert there <= set(proven.get(clause, [])), f"{clause}: run python tests/coverage_of_rules.py"
            assert f"| {clause}" in now


@pytest.mark.parametrize("chapter", range(1, 9))
def test_every_chapter_has_rules_tests(chapter):
    proven = {clause for clause, files in proofs().items() if any(f.startswith("rules/") for f in files)}
    assert sum(clause[1:].split(".")[0] == str(chapter) for clause in proven) >= (2 if chapter == 6 else 3)
