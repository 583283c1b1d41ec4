"""Foemind's environments: importing this package registers `Foemind-v0` and `Foemind-Duel-v0` with Gymnasium."""

from gymnasium.envs.registration import register, registry


def register_envs():
    """Register the environments once; also the entry point `gymnasium.envs`, for the versions of Gymnasium that load plugins by it."""
    single, vector = "envs.gym_env:FoemindEnv", "envs.vec_env:FoemindVectorEnv"
    for name, kwargs in (("Foemind-v0", {}), ("Foemind-Duel-v0", {"encounter": "duel", "side": 8})):
        if name not in registry:
            register(name, entry_point=single, vector_entry_point=vector, kwargs=kwargs)


register_envs()
