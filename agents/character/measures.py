"""What a character minds, in numbers. The unit of all of them is the point: what one point of vigor of a typical foe is worth.

An agent's own view of a question is told in points (`values.py`), what a character minds is added to it, and of the choices that are then not more than
its slack below the best one is drawn, the better ones more often. No number belongs to a creature or a deed.
"""

SLACK_OF_CUNNING = (0.0, 2.0, 1.0, 0.0)  # points below the best that a choice may lie, by cunning; the mindless follow a rule and make no errors in it
SLACK_OF_DIFFICULTY = (7.5, 5.4, 4.2, 3.2, 0.0)  # added to it by the dial, from tame to full
FALLING = 2.0  # a choice that lies a whole slack below the best is drawn e**-FALLING as often

PREFER = (0.0, 8.0, 5.0, 3.0)  # what the dearest foe is worth beside the least dear, by cunning: who thinks gives it up for a better blow
RANKS = 0.5  # weight of each further preference beside the one before
TRICK = 6.0  # what the dull mind about anything but blows, moves and standing up

CRUEL = 10.0  # for a foe at no vigor, and in proportion for one that lacks some
FALLEN = 8.0  # more for one that lies or is dying
HUNT = 1.0  # for each square nearer to the foe that is dearest to it, up to FARTHEST, while it has still a deed to do
BOLD = 1.0  # for each square nearer to a foe, up to FARTHEST
BOLD_BLOW = 4.0  # for a blow where it can strike; the same is lost by guarding and resting
BOLD_POINT = 2.0  # for each point that goes into a blow, and not into guarding or resting
WARY = 1.5  # for each square between it and the nearest foe, up to FAR_ENOUGH; half of it while it has still a deed to do
WARY_GUARD = 1.5  # for guarding, once there is nothing left to do
BY_WARD = 2.0  # for each square nearer to the one that it protects, up to FARTHEST
AT_WARD = 4.0  # for a foe that stands by the one that it protects
RATHER = 50.0  # mercy: for a place from which it can strike one who is up, while others are down
EVEN = 6.0  # much mercy: for a foe at full vigor, and in proportion for one that has less

FLIGHT = 4.0  # for each square of its flight, to an exit or away from the nearest foe
OUT = 100.0  # for leaving the fight by an exit while it flees, and for running before anything else
CORNERED = 8.0  # for a blow when it would flee and cannot
DOUBT = 1.0  # by how much what the agent would never do, and its character minds, is worse than to end the turn
NEVER = 1000.0  # what is not done while there is anything else

FAR_ENOUGH = 5  # squares
FARTHEST = 8  # squares
