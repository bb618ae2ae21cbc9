-- The second experiment of Menéndez et al. 2013 (V-B), as machines/follow_ball.yaml.
documentation = "follows the red and the green ball with the head, eight seconds each"
level = "skill"
spaces = {{platform = "nao"}}

fsm = SkillHSM:new{name = "follow_ball_lua", start = "red", rate_hz = 50}
depends_interfaces = {{v = "ball", type = "ball"}}

fsm:new_jump_state("red")
fsm:new_jump_state("green")

red.actions = {track = {color = "red"}}
green.actions = {track = {color = "green"}}

red:add_timeout(8, green, "eight seconds")
green:add_timeout(8, red, "eight seconds")
