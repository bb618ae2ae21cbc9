package msgs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// hashesOfGamePackages are those that our generator has for the files of ros-sports/game_controller_spl
// (2024-01-22) and of game_controller_hsl in bit-bots/bitbots_main (commit 646d20f) themselves.
var hashesOfGamePackages = map[string]string{
	"game_controller_spl_interfaces/msg/RCGCD14":             "RIHS01_4c7dcdf4ada8b868a798e72d0881279700861e60c950b3f3c583c4931e0f019e",
	"game_controller_spl_interfaces/msg/RCGCD15":             "RIHS01_186e6e9be37f105c6250ca4fe6e55121b2d39c52d507828b57a2783e810fc3c6",
	"game_controller_spl_interfaces/msg/RCGCRD4":             "RIHS01_817ffff4348c18a6f005ae1c7e45f7f007a753155de4fa1e7b2ef9617b435bfe",
	"game_controller_spl_interfaces/msg/RobotInfo14":         "RIHS01_8c919db989906f0d25fa7aba0b189c760f92318de3ead81d01bcd217844eaab6",
	"game_controller_spl_interfaces/msg/RobotInfo15":         "RIHS01_cc34c107c47d4752a9ec841abab2a3a4a9b51aa664bc86b7a868bdcd8232b5d8",
	"game_controller_spl_interfaces/msg/TeamInfo14":          "RIHS01_a616c296b9f8bff907d11b1d2e9671a4edec9dadc0fc1effd2797460585ef438",
	"game_controller_spl_interfaces/msg/TeamInfo15":          "RIHS01_e0fcfd6fbb54a9ad1af41f1b33ba6885755e3a183f5597b7f19aa5902de19a3a",
	"game_controller_hsl_interfaces/msg/GameState":           "RIHS01_2a6ab71c61cf106fb61877b80df92848628405f01d5b1222d3c66fc0ef36cf2a",
	"game_controller_hsl_interfaces/msg/PlayerStateResponse": "RIHS01_0bb2290053e70317e797d4034bce409d018cfca4edb07cf9b7fc4d15f87b86fa",
}

func TestMessagesOfTheGameControllersNodesAreTheirs(t *testing.T) {
	for name, hash := range hashesOfGamePackages {
		m := newMessage(name)
		require.NotNil(t, m, name)
		require.Equal(t, hash, m.TypeHash(), name)
	}
}
