"""What the rules' clause ids in code, tests and documents must have to do with each other."""

import pytest
from coverage_of_rules import PAGE, clauses, clauses_in, code_of, page, proofs

def test_clause_ids_are_read_from_names_texts_and_ranges():
    assert clauses_in("test_T8_2_opposites_cancel T3.10, G5.6a; T8.5-T8.7, T10.1–T10.2") == {
        "T8.2", "T3.10", "G5.6a", "T8.5", "T8.6", "T8.7", "T10.1", "T10.2"}
    assert clauses_in("test_T10_1_to_T10_3_G10_5_drawn and G10.5c") == {"T10.1", "T10.2", "T10.3", "G10.5"}
    assert not clauses_in("T_AREA, V_DAMAGE 3.10, C414")


def test_every_clause_is_proven_by_a_test_that_names_it():
    missing = sorted(set(clauses()) - set(proofs()))
    assert len(clauses()) > 150 and not missing, f"named by no test: {', '.join(missing)}"


def test_every_clause_is_cited_by_the_code_that_plays_it():
    assert not sorted(set(clauses()) - set(code_of()))


def test_no_test_cites_a_clause_that_does_not_exist():
    assert not set(proofs()) - set(clauses())


def test_the_page_is_as_the_code_and_the_tests_are():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/coverage_of_rules.py"


@pytest.mark.parametrize("chapter", range(1, 13))
def test_every_chapter_has_rules_tests(chapter):
    proven = {clause for clause, files in proofs().items() if any(f.startswith("rules/") for f in files)}
    assert sum(clause[1:].split(".")[0] == str(chapter) for clause in proven) >= 3
