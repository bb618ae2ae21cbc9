package tool_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func TestWrongCommandsAreRefused(t *testing.T) {
	g := tooltest.New(t)
	g.Speak()
	g.Talk("hello")
	for _, c := range []struct{ line, want string }{
		{"topic echo /nao1/chater --timeout 1ms", `no topic /nao1/chater (did you mean "/nao1/chatter"?)`},
		{"topic echo /chatter --timeout 1ms", `no topic /chatter (did you mean /nao1/chatter?)`},
		{"topic hz /imu --timeout 1ms", `no topic /imu; gonao topic list shows the `},
		{"topic hz /imu --window 1", `--window 1: expected 2 or more`},
		{"topic echo /nao1/chatter --field date", `field "date" of std_msgs/msg/String: no field "date" (did you mean "data"?); it has: data`},
		{"topic echo /nao1/chatter std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"topic echo /nao1/chatter String", `or std_msgs/msg/String?)`},
		{"topic echo /nao1/chatter a/b", `topic /nao1/chatter: no definition of a/msg/b, expected package/msg/Name; give the definition with --definitions DIR`},
		{"topic echo a//b std_msgs/msg/String", `subscribe: `},
		{"topic echo /nao1/chatter --qos-reliability relible", `--qos-reliability "relible": expected one of reliable, best_effort`},
		{"topic echo /nao1/chatter --qos-profile x", `--qos-profile "x": expected one of action_status, `},
		{"topic echo /nao1/chatter --filter m.data>", `--filter: `},
		{"topic echo /nao1/chatter --filter m.date>3", `--filter: `},
		{"topic echo /nao1/chatter --raw --csv", `--raw: expected without --filter, --field and --csv`},
		{"topic echo /nao1/chatter --definitions /nowhere", `--definitions: open /nowhere: no such file or directory`},
		{"topic echo /nao1/chatter --timeout soon", `expected a time such as 5s, 300ms, or 5 for seconds`},
		{"topic delay /nao1/chatter", `topic /nao1/chatter: the messages do not begin with a header`},
		{"topic pub /a std_msgs/msg/String data:1", `message std_msgs/msg/String: expected a map of fields (data), got the str "data:1"`},
		{"topic pub /a std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"topic pub /a other_msgs/msg/Odd --timeout 1ms", `topic /a: no definition of other_msgs/msg/Odd, expected package/msg/Name; give the definition with`},
		{"topic pub /a std_msgs/msg/String --rate 0", `--rate 0: expected 0.001 to 100000 Hz`},
		{"topic pub /a std_msgs/msg/String --rate 1e-12", `--rate 1e-12: expected 0.001`},
		{"topic pub /a std_msgs/msg/String --rate nan", `--rate NaN: expected 0.001`},
		{"topic pub /a std_msgs/msg/String -t -1", `--times -1, --print 1: expected 0 or more`},
		{"topic pub /a std_msgs/msg/String -t 2 --once", `both --once and --times given; expected one of them`},
		{"topic pub /a std_msgs/msg/String {} --stdin", `both YAML and --stdin given; expected one of them`},
		{"topic echo /nao1/chatter -n -1", `--count -1: expected 0 or more`},
		{"topic pub /a std_msgs/msg/String --once --max-wait-time-secs 1ms", `topic /a: 0 of 1 subscribers after 1ms`},
		{"service call /nao1/talkr/ping std_srvs/srv/Trigger --timeout 1ms", `no service /nao1/talkr/ping (did you mean "/nao1/talker/ping"?)`},
		{"service call /nao1/talker/ping std_srvs/srv/Empty", `service /nao1/talker/ping is of type std_srvs/srv/Trigger, not std_srvs/srv/Empty`},
		{"service call /nao1/talker/ping std_srvs/srv/Triger", `no definition of std_srvs/srv/Triger (did you mean "std_srvs/srv/Trigger"?)`},
		{"service call /nao1/talker/ping std_msgs/msg/String", `std_msgs/msg/String is not a service`},
		{"service call /nao1/talker/ping std_srvs/srv/SetBool {dat:1}", `message std_srvs/srv/SetBool_Request: no field "dat:1"`},
		{"service call /nao1/talker/ping std_srvs/srv/Trigger -r 0", `--rate 0: expected `},
		{"action info /nao1/cout --timeout 1ms", `no action /nao1/cout (did you mean "/nao1/count"?)`},
		{"action send-goal /nao1/cout example_interfaces/action/Fibonacci --timeout 1ms", `no action /nao1/cout (did you mean "/nao1/count"?)`},
		{"action send-goal /nao1/count gonao_msgs/action/PlayMotion", `action /nao1/count is of type example_interfaces/action/Fibonacci, not gonao_msgs/action/PlayMotion`},
		{"action send-goal /nao1/count std_srvs/srv/Trigger", `std_srvs/srv/Trigger is not an action`},
		{"action send-goal /nao1/count example_interfaces/action/Fibonacci {oder:1}", `no field "oder:1"`},
		{"interface show std_msgs/msg/Strin", `no definition of std_msgs/msg/Strin (did you mean "std_msgs/msg/String"?)`},
		{"interface show std_msgs/msg/String --all-comments --no-comments", `both --all-comments and --no-comments given`},
		{"interface package std_msg", `no package "std_msg" with such definitions (did you mean "std_msgs"?)`},
		{"topic ech", `unknown command "ech" for "gonao topic"`},
		{"deploy nao --dry-run", `unknown command "deploy" for "gonao" (there is gonao robot deploy)`},
		{"film -o a.gif stand 1", `unknown command "film" for "gonao" (there is gonao experiment localization film, gonao sim film)`},
		{"sim place robot 0 0 --theta 1 --yaw 90", `[theta yaw] were all set; see gonao sim place --help`},
		{"lanch", `unknown command "lanch" for "gonao"`},
		{"topic echo", `0 arguments: expected gonao topic echo TOPIC [TYPE]`},
		{"topic pub /a", `1 argument: expected gonao topic pub TOPIC TYPE [YAML]`},
		{"node list /nao1", `1 argument: expected gonao node list`},
		{"launch", `0 arguments: expected gonao launch [PACKAGE] FILE`},
		{"topic echo /a --onc", `unknown flag: --onc; see gonao topic echo --help`},
		{"robot model urdf --look round", `--look "round": expected skin or blocks`},
		{"robot model sdf --gz garden", `--gz: Gazebo "garden": no such generation; want fortress or harmonic`},
		{"robot model world --world mars", `--world: world "mars": no such world; want one of empty, field2010, hsl_small, spl, or the path of a .yaml file`},
		{"robot model world --camera eye", `--camera "eye": expected nao or paper`},
		{"robot model sdf --name a/b", `--name "a/b": expected letters, digits and _, such as nao1`},
		{"launch /nowhere/a.launch.yaml", `launch file /nowhere/a.launch.yaml: no such file`},
		{"launch sim.launch.yam", `launch file sim.launch.yam: no such file here or in `},
		{"launch a b c", `launch a b c: expected [PACKAGE] FILE and arguments of the form name:=value`},
		{"launch sim.launch.yaml wrld:=spl --show-args x:=1", ``},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			_, err := g.Gonao(strings.Fields(c.line)...)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}
