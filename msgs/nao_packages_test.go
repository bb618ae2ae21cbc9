package msgs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// hashesOfTheirFiles are those that our generator gives for the files of ros-sports/nao_lola
// (2023-12-11) and ros-naoqi/naoqi_bridge_msgs2 (2023-11-21) themselves.
var hashesOfTheirFiles = map[string]string{
	"nao_lola_command_msgs/msg/ChestLed":         "RIHS01_22c3ceb6408a4954f572d4acc336662c07ea5573996b7211da90d237e4276b55",
	"nao_lola_command_msgs/msg/HeadLeds":         "RIHS01_a153ed98b4fc0b2f60887db556dd43eb5bc2824636a1bb6373ec79fefd80272a",
	"nao_lola_command_msgs/msg/JointIndexes":     "RIHS01_5e0c90b8de7a92fb2c288bd2ce9e3024feac51244fe3dae211f28d8ae5d6f467",
	"nao_lola_command_msgs/msg/JointPositions":   "RIHS01_53ca5c300b2161efbdb1d7dffdafac0aa72e74b9805486887e6969221ad9862c",
	"nao_lola_command_msgs/msg/JointStiffnesses": "RIHS01_0d16f22fcde66384ad49eb25f1ab92bb6e4b57b85684c87bcf351aa6238735da",
	"nao_lola_command_msgs/msg/LeftEarLeds":      "RIHS01_91c3784efc93bfaf1d847c52806dcaa451602c469536c6a766a9027bba453d3e",
	"nao_lola_command_msgs/msg/LeftEyeLeds":      "RIHS01_64e69348cece37aa5c98f588bea87f29743357cb22cf98e82313f2a7206d5e23",
	"nao_lola_command_msgs/msg/LeftFootLed":      "RIHS01_1f88e8cbc2bf2d9a34625e3c40a1535b4d2d47cf13897085f5a96854031733db",
	"nao_lola_command_msgs/msg/RightEarLeds":     "RIHS01_4941e44cbfea7f45ffb4f18bd7ab12e833cc8c021b9b9f65922382b8d2f39c69",
	"nao_lola_command_msgs/msg/RightEyeLeds":     "RIHS01_ca5b191edf9d98ddd940d0babb6e1c5e46ba6f71aec8b435987bbccffae98b1f",
	"nao_lola_command_msgs/msg/RightFootLed":     "RIHS01_d81c3c491d3b8a8d9e34d8afa7e29080b3c92a937f204b5c05563e0fbdb6cd62",
	"nao_lola_command_msgs/msg/SonarUsage":       "RIHS01_d0f811f2f970a075b2ab1a0d2e9e98cafd9cc83cad1fd64728f2f47f3a81e6ec",
	"nao_lola_sensor_msgs/msg/Accelerometer":     "RIHS01_3ddc2450f760fcafe75742f3378ab40469db61d3cc44fd8afa50d3f935409dd0",
	"nao_lola_sensor_msgs/msg/Angle":             "RIHS01_f325b2a4b2af55b724cd313a4f22b0f95efe42419b4690275b7fd91534b22976",
	"nao_lola_sensor_msgs/msg/Battery":           "RIHS01_8c214668cd6550b7c1e5905453be1629d168c1b67ce111c9ca21dc27bcac0ba9",
	"nao_lola_sensor_msgs/msg/Buttons":           "RIHS01_412ef00e44ae0ed96d479edb3b7ac5ea4a68bb328ff675b6c75ec224cbfa3af1",
	"nao_lola_sensor_msgs/msg/FSR":               "RIHS01_11933930680124e07c158c2bc6969ffee9a7447a50fc45112cf681a209938dc7",
	"nao_lola_sensor_msgs/msg/Gyroscope":         "RIHS01_220ae8b08ad440e5e1228e5719ab72f38714dff4e7974396592e6ff5c61778f2",
	"nao_lola_sensor_msgs/msg/JointCurrents":     "RIHS01_e28f2ccf7677e398eb3cc847f9c764b502861fa629d4f2d4154001309f3a852e",
	"nao_lola_sensor_msgs/msg/JointIndexes":      "RIHS01_0cfec95c4030e1d391432f5e93645dd0278325f9591e379588872bf38d3a3cd2",
	"nao_lola_sensor_msgs/msg/JointPositions":    "RIHS01_442e58f12f91f602ca5f9cc273e590983cbe28540039884bd3630ea233a29c48",
	"nao_lola_sensor_msgs/msg/JointStatuses":     "RIHS01_4c93f01c840384de36fb78dfd9fb0867db759f821025dd01ddd80c5d9d944326",
	"nao_lola_sensor_msgs/msg/JointStiffnesses":  "RIHS01_3f53d3e3d797af06fe8ca69f7509b47f554aa3f94e9ffd87004846a99afa831b",
	"nao_lola_sensor_msgs/msg/JointTemperatures": "RIHS01_a757c1bc3e80f18f333a70c99f50d56d245ecb2fc2202d7ce44e1f934e04c52f",
	"nao_lola_sensor_msgs/msg/RobotConfig":       "RIHS01_f44d4732ad07a0e2a4f86adce1985a469a5d6a62acf7693d86d66560b6ed55ef",
	"nao_lola_sensor_msgs/msg/Sonar":             "RIHS01_edc3c7d7d21e15df2cc728bb0ff11804b5aed96650656282e377f69c3ca5e4e3",
	"nao_lola_sensor_msgs/msg/Touch":             "RIHS01_c16428e7bb48f5a2d261a6b41d84c5c9d8d1d3cddf8cf4525c9fbc4653bd666d",
	"naoqi_bridge_msgs/msg/Bumper":               "RIHS01_af917209318a45348d7362ae8d67e97c360a31ef7db31a60f1d25db66d636e51",
	"naoqi_bridge_msgs/msg/HandTouch":            "RIHS01_7b8b83b9924f2684ca5d1bfa47ed060efbf2b48869640d02c9355f56faab31b7",
	"naoqi_bridge_msgs/msg/HeadTouch":            "RIHS01_03974d3aabda4c9345944606f840515887e3b1f68d08381ce5a1393f3bcc1a2e",
	"naoqi_bridge_msgs/msg/JointAnglesWithSpeed": "RIHS01_58786ad780c1ffd8f1ed85ee836efe4a428712554653830f5e6c427a411af180",
	"naoqi_bridge_msgs/msg/StringStamped":        "RIHS01_48d613d7cced36b71d98b344309577d016856bac4069441aaf84e0062ea08ae8",
}

func TestMessagesOfTheNAOsPackagesAreTheirs(t *testing.T) {
	for name, hash := range hashesOfTheirFiles {
		m := newMessage(name)
		require.NotNil(t, m, name)
		require.Equal(t, hash, m.TypeHash(), name)
	}
}
