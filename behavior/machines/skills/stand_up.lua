-- The stand-up skill of Niemüller, Ferrein and Lakemeyer 2010 (listing 1.1 and
-- figure 3), with the parts the listing leaves out: lying on the front and on a side,
-- and waiting for the motions to finish. The accelerometer is in m/s², torso axes: +9.81
-- along the axis that points up.
documentation = "stands up from wherever the robot lies or sits"
level = "skill"
spaces = {{platform = "nao"}}

fsm = SkillHSM:new{name = "stand_up", start = "STANDUP"}
depends_skills = {"getup"}
depends_interfaces = {
  {v = "body", type = "body"},
  {v = "motion", type = "motion"},
}

variables = {tries = {type = "int", initial = 0, min = 0, max = 10}}

fsm:new_jump_state("STANDUP")
fsm:new_jump_state("FROM_BACK")
fsm:new_jump_state("FROM_FRONT")
fsm:new_jump_state("FROM_SIDE")
fsm:new_jump_state("GETUP", getup, FINAL, STANDUP)

-- Where is up? A side is tried first: its arms push the robot onto its back or front.
STANDUP:add_transition(FAILED, "tries >= 3", "three times in vain")
STANDUP:add_transition(FROM_SIDE, "math.abs(body:accel_y()) > 5", "on a side")
STANDUP:add_transition(FROM_BACK, "body:accel_x() > 5", "on its back")
STANDUP:add_transition(FROM_FRONT, "body:accel_x() < -5", "on its front")
STANDUP:add_transition(GETUP, "body:accel_x() >= -5 and body:accel_x() <= 5", "on its feet")

function STANDUP:init()
  tries = tries + 1
end

for _, from in ipairs{FROM_BACK, FROM_FRONT} do
  from:add_transition(GETUP, expression("final"), "sits")
  from:add_transition(FAILED, expression("failed"), "not played")
end
FROM_SIDE:add_transition(STANDUP, expression("final"), "rolled")
FROM_SIDE:add_transition(FAILED, expression("failed"), "not played")

function FROM_BACK:init() motion:play{motion = "stand_up_back", times = 1} end
function FROM_FRONT:init() motion:play{motion = "stand_up_front", times = 1} end
function FROM_SIDE:init()
  -- on its right side the left one is up
  if body:accel_y() > 0 then
    motion:play{motion = "roll_from_right", times = 1}
  else
    motion:play{motion = "roll_from_left", times = 1}
  end
end
