documentation = [==[Stands up from sitting.]==]
fsm = SkillHSM:new{name = name, start = "RISE"}
depends_interfaces = {{v = "naomotion", type = "HumanoidMotionInterface"}}
level = "skill"
parameters = {speed = {type = "float", unit = "m/s", min = 0.1, max = 2, default = 1, description = "how fast"}}

fsm:new_jump_state("RISE")
RISE.actions = {rise = {speed = "=speed"}}
RISE:add_transition(FINAL, "final")
RISE:add_transition(FAILED, "failed")
