"""What tests of training begin with: observations of the documented shapes with random contents, a model that is ready to collect."""

import numpy as np
import torch

from envs.core.codes import A_SQUARE
from envs.encoding.layout import OBS_LAYOUT, action_size, index, obs_shapes, scales

torch.set_num_threads(1)  # tests run side by side


def random_observation(batch, side=16, seed=0, combatants=6, deeds=5, lines=3, items=2, effects=2):
    """(observation dict of int16 tensors, masks bool tensor): some rows present, an asker, about half of the batch asked for a square."""
    rng = np.random.default_rng(seed)
    obs = {name: (rng.integers(-2, 3, (batch, *shape)) * scales(name)).astype(np.int16) for name, shape in obs_shapes(side).items()}
    for name, count in (("combatants", combatants), ("deeds", deeds), ("lines", lines), ("items", items), ("effects", effects)):
        obs[name][:, :, index(name, "present")] = 0
        for row in obs[name]:
            row[rng.permutation(len(row))[:count], index(name, "present")] = 1
    present = obs["combatants"][:, :, 0] == 1
    side_of = rng.integers(0, 2, present.shape)
    obs["combatants"][:, :, index("combatants", "own")] = present & (side_of == 0)
    obs["combatants"][:, :, index("combatants", "foe")] = present & (side_of == 1)
    obs["combatants"][:, :, index("combatants", "asker")] = 0
    obs["combatants"][np.arange(batch), present.argmax(1), index("combatants", "asker")] = 1
    masks = rng.random((batch, action_size(side))) < 0.3
    masks[:, 16] = True  # never empty
    masks[::2, A_SQUARE:] = False
    obs["squares"][::2] = 0
    return {name: torch.from_numpy(array) for name, array in obs.items()}, torch.from_numpy(masks)


def spread_weights(module, seed=0):
    """The module with weights drawn so large that every part of it shows in the output; it starts near zero otherwise."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weights in module.parameters():
            weights.copy_(torch.randn(weights.shape, generator=generator) * 0.25)
    return module


def feature_names(array):
    """Names of the features of one array."""
    return [feature.name for feature in OBS_LAYOUT[array]]


def ready_model(config):
    """MaskablePPO of a configuration on the duel, with its first observation and a logger that writes nothing."""
    from stable_baselines3.common.logger import configure

    from envs.tables import load_library_encounter
    from training.meter import Fights
    from training.train import make_env, make_model

    env = make_env(config, [load_library_encounter("duel")], 1)
    model = make_model(config, env, 1)
    model.set_logger(configure(None, []))
    model._setup_learn(1, Fights())
    return model
