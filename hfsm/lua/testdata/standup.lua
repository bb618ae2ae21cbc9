-- Listing 1.1 of Niemueller, Ferrein, Lakemeyer: A Lua-based Behavior Engine for
-- Controlling the Humanoid Robot Nao (2009), with the parts it leaves out for space:
-- lying on the front, and waiting for the action to finish.
fsm                = SkillHSM:new{name=name, start="STANDUP"}
depends_skills    = {"servo", "getup"}
depends_interfaces = {
  {v = "naomotion", type = "HumanoidMotionInterface"},
  {v = "naohw",     type = "NaoHardwareInterface"}
}

fsm:new_jump_state("STANDUP")
fsm:new_jump_state("FROM_BACK")
fsm:new_jump_state("FROM_FRONT")
fsm:new_jump_state("GETUP", getup, FINAL, FAILED)

STANDUP:add_transition(GETUP,
  "naohw:accel_x() >= -35 and naohw:accel_x() <= 35")

STANDUP:add_transition(FROM_BACK, "naohw:accel_x() < -35")

STANDUP:add_transition(FROM_FRONT, "naohw:accel_x() > 35")

FROM_BACK:add_transition(GETUP, expression("final"), "sits")
FROM_BACK:add_transition(FAILED, expression("failed"))
FROM_FRONT:add_transition(GETUP, function() return final end, "sits")
FROM_FRONT:add_timeout(20, FAILED)

function FROM_BACK:init()
  naomotion:msgq_enqueue_copy(
    naomotion.StandupMessage:new(naomotion.STANDUP_BACK))
end

function FROM_FRONT:init()
  naomotion:standup{from = "front"}
end
