"""The role agent: the compiled bot of `agents.kernels` that plays each combatant by the role that its kit shows."""

from .kernels.play import ROLE_BOT, choose_for


class RoleAgent:
    """Scripted tactics, one set for each of eight roles, for either side; it draws among the choices near the best, so two fights differ."""

    name = "role"
    bot_code = ROLE_BOT

    def choose(self, tables, states, masks, rng):
        """Choices int64 (B,), see agents.base; ValueError when a row has no legal choice."""
        return choose_for(self, tables, states, masks, rng)
