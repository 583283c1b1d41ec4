"""Why a roll has the edges and cuts that it has (chapter 6); they add up to its net number."""

from envs.core import codes as k

from .naming import name_of, plural


def net_text(net):
    """`no edge or cut`, `2 edges`, `1 cut`."""
    return "no edge or cut" if net == 0 else plural(abs(net), "edge" if net > 0 else "cut")


def edge_reasons(scenario, state, user, deed, way, extra, target):
    """[(number of edges, or minus the number of cuts, why)] of a deed's roll against one target; they add up to its net edges."""
    from envs.core.check import is_willing
    tables = scenario.tables[0]
    out = _own(scenario, tables, state, user, deed, extra, target)
    if not is_willing(tables, user, deed, target):
        out += _against(scenario, tables, state, user, deed, way, target)
    return _held(out)


def check_reasons(scenario, state, check):
    """The same for a check that is no deed, made from a position in which its help is not used up yet."""
    kind = k.KIND_INTERACT if check.entry == k.INTERACT else k.KIND_PREVAIL
    clause = "T3.7" if check.entry == k.INTERACT else "T8.30"
    out = [(check.extra, f"{plural(check.extra, 'extra point')} ({clause})")] if check.extra else []
    if int(state.combatants[check.user]["helped"]) >> (kind - k.KIND_DEED) & 1:
        out.append((1, f"{name_of(scenario, check.user)} is helped (T3.6)"))
    return _held(out)


def _held(out):
    """The reasons, with one more where there are more edges or cuts than count (G6.2)."""
    net = sum(n for n, _ in out)
    over = max(-k.MAX_NET, min(k.MAX_NET, net)) - net
    return out + [(over, f"no more than {k.MAX_NET} count (G6.2)")] if over else out


def _own(scenario, t, state, user, deed, extra, target):
    """What counts against everybody (G5.10)."""
    from envs.core.surroundings import is_elusive
    c, out, name = state.combatants[user], [], name_of(scenario, user)
    if extra:
        out.append((extra, f"{plural(extra, 'extra point')} (T3.2)"))
    if int(c["helped"]) >> (1 if t.deeds[deed]["kind"] == k.MANEUVER_DEED else 0) & 1:
        out.append((1, f"{name} is helped (T3.6)"))
    if t.darkness and not t.roster[user]["light_dependent"] and t.rules.elusive_edges and is_elusive(t, state, user):
        out.append((int(t.rules.elusive_edges), f"{name} is elusive in the dark (T8.23)"))
    states = c["states"].tolist()
    for m, state_name in enumerate(k.STATE_NAMES):
        if states[m] == 0:
            continue
        if t.states[m]["cuts_deeds"]:
            out.append((-int(t.states[m]["cuts_deeds"]), f"{name} is {state_name} (T8.16)"))
        if t.states[m]["taunts"] and _spurns(state, user, target):
            out.append((-int(t.states[m]["taunts"]), f"{_taunter(scenario, c)} has taunted it (T8.18)"))
    return out


def _spurns(state, user, target):
    """Whether a deed leaves its user's taunter alone (G8.18a)."""
    from envs.core.check import is_target
    taunter = int(state.combatants[user]["taunter"])
    return target != taunter and not (state.deed.user == user and is_target(state, taunter))


def _taunter(scenario, c):
    return name_of(scenario, int(c["taunter"])) if c["taunter"] < len(scenario.names) else "somebody"


def _against(scenario, t, state, user, deed, way, target):
    """What counts against one target that does not accept the deed."""
    from envs.core.instruments import used_as
    from envs.core.sight import look
    b, out, name = state.combatants[target], [], name_of(scenario, target)
    if b["defend"]:
        out.append((-int(b["defend"]), f"{name} defends (T3.3)"))
    if user != target and look(t, state, user, target) != k.CLEAR:
        out.append((-1, f"{name} has cover (T10.4)"))
    if used_as(t, state, user, deed, way) == k.MELEE:
        states = b["states"].tolist()
        for m, state_name in enumerate(k.STATE_NAMES):
            if states[m] and t.states[m]["edge_melee_against"]:
                out.append((int(t.states[m]["edge_melee_against"]), f"{name} is {state_name} (T8.25)"))
    return out + _dark(scenario, t, state, user, target)


def _dark(scenario, t, state, user, target):
    """What the dark does to those who depend on light (T8.23, G8.23a)."""
    from envs.core.surroundings import is_elusive
    if not t.darkness or not t.roster[user]["light_dependent"] or user == target:
        return []
    both, edges, cuts = bool(t.roster[target]["light_dependent"]) and is_elusive(t, state, user), int(t.rules.elusive_dependent), int(t.rules.elusive_cut)
    if is_elusive(t, state, target):
        return [(-cuts, f"{name_of(scenario, target)} is elusive in the dark (G8.23a)")] if cuts and not both else []
    return [(edges, f"{name_of(scenario, user)} strikes from the dark (T8.23)")] if edges and both else []
