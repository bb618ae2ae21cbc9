-- The first experiment of Menéndez et al. 2013 (V-A), as machines/dance.yaml: one arm
-- until it has reached ten positions, then the other one.
documentation = "dances with the right and the left arm in turn"
level = "skill"
spaces = {{platform = "nao"}}

fsm = SkillHSM:new{name = "dance_lua", start = "right"}
depends_interfaces = {{v = "motion", type = "motion"}}

fsm:new_jump_state("right")
fsm:new_jump_state("left")

right.actions = {play = {motion = "dance_right"}}
left.actions = {play = {motion = "dance_left"}}

right:add_transition(left, "motion:positions_reached() >= 10", "ten positions")
left:add_transition(right, "motion:positions_reached() >= 10", "ten positions")
