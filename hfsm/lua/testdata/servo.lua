documentation = "Moves one joint."
fsm = SkillHSM:new{name = name, start = "MOVE"}
level = "motion"
parameters = {joint = "string", angle = {type = "float", unit = "rad", min = -2, max = 2}}
fsm:new_jump_state("MOVE")
MOVE:add_timeout(0.5, FINAL)
