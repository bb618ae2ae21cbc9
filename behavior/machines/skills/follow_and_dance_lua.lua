-- The third experiment of Menéndez et al. 2013 (V-C, figure 14), as
-- machines/follow_and_dance.yaml: following and dancing take turns, and each goes on
-- where it was interrupted.
documentation = "follows a ball for ten seconds, dances for ten seconds, and so on"
level = "skill"
spaces = {{platform = "nao"}}

fsm = SkillHSM:new{name = "follow_and_dance_lua", start = "followBall", history = "resume"}
depends_skills = {"follow_ball_lua", "dance_lua"}

fsm:new_jump_state("followBall", follow_ball_lua)
fsm:new_jump_state("dance", dance_lua)

followBall:add_timeout(10, dance, "ten seconds")
dance:add_timeout(10, followBall, "ten seconds")
