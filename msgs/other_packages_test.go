package msgs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// hashesOfTheirFiles are those that our generator gives for the files of ros-sports/nao_lola
// (2023-12-11), ros-naoqi/naoqi_bridge_msgs2 (2023-11-21), ros-sports/soccer_interfaces (2023-07-24) and
// ros-perception/vision_msgs (2024-01-23) themselves.
var hashesOfTheirFiles = map[string]string{
	"nao_lola_command_msgs/msg/ChestLed":            "RIHS01_22c3ceb6408a4954f572d4acc336662c07ea5573996b7211da90d237e4276b55",
	"nao_lola_command_msgs/msg/HeadLeds":            "RIHS01_a153ed98b4fc0b2f60887db556dd43eb5bc2824636a1bb6373ec79fefd80272a",
	"nao_lola_command_msgs/msg/JointIndexes":        "RIHS01_5e0c90b8de7a92fb2c288bd2ce9e3024feac51244fe3dae211f28d8ae5d6f467",
	"nao_lola_command_msgs/msg/JointPositions":      "RIHS01_53ca5c300b2161efbdb1d7dffdafac0aa72e74b9805486887e6969221ad9862c",
	"nao_lola_command_msgs/msg/JointStiffnesses":    "RIHS01_0d16f22fcde66384ad49eb25f1ab92bb6e4b57b85684c87bcf351aa6238735da",
	"nao_lola_command_msgs/msg/LeftEarLeds":         "RIHS01_91c3784efc93bfaf1d847c52806dcaa451602c469536c6a766a9027bba453d3e",
	"nao_lola_command_msgs/msg/LeftEyeLeds":         "RIHS01_64e69348cece37aa5c98f588bea87f29743357cb22cf98e82313f2a7206d5e23",
	"nao_lola_command_msgs/msg/LeftFootLed":         "RIHS01_1f88e8cbc2bf2d9a34625e3c40a1535b4d2d47cf13897085f5a96854031733db",
	"nao_lola_command_msgs/msg/RightEarLeds":        "RIHS01_4941e44cbfea7f45ffb4f18bd7ab12e833cc8c021b9b9f65922382b8d2f39c69",
	"nao_lola_command_msgs/msg/RightEyeLeds":        "RIHS01_ca5b191edf9d98ddd940d0babb6e1c5e46ba6f71aec8b435987bbccffae98b1f",
	"nao_lola_command_msgs/msg/RightFootLed":        "RIHS01_d81c3c491d3b8a8d9e34d8afa7e29080b3c92a937f204b5c05563e0fbdb6cd62",
	"nao_lola_command_msgs/msg/SonarUsage":          "RIHS01_d0f811f2f970a075b2ab1a0d2e9e98cafd9cc83cad1fd64728f2f47f3a81e6ec",
	"nao_lola_sensor_msgs/msg/Accelerometer":        "RIHS01_3ddc2450f760fcafe75742f3378ab40469db61d3cc44fd8afa50d3f935409dd0",
	"nao_lola_sensor_msgs/msg/Angle":                "RIHS01_f325b2a4b2af55b724cd313a4f22b0f95efe42419b4690275b7fd91534b22976",
	"nao_lola_sensor_msgs/msg/Battery":              "RIHS01_8c214668cd6550b7c1e5905453be1629d168c1b67ce111c9ca21dc27bcac0ba9",
	"nao_lola_sensor_msgs/msg/Buttons":              "RIHS01_412ef00e44ae0ed96d479edb3b7ac5ea4a68bb328ff675b6c75ec224cbfa3af1",
	"nao_lola_sensor_msgs/msg/FSR":                  "RIHS01_11933930680124e07c158c2bc6969ffee9a7447a50fc45112cf681a209938dc7",
	"nao_lola_sensor_msgs/msg/Gyroscope":            "RIHS01_220ae8b08ad440e5e1228e5719ab72f38714dff4e7974396592e6ff5c61778f2",
	"nao_lola_sensor_msgs/msg/JointCurrents":        "RIHS01_e28f2ccf7677e398eb3cc847f9c764b502861fa629d4f2d4154001309f3a852e",
	"nao_lola_sensor_msgs/msg/JointIndexes":         "RIHS01_0cfec95c4030e1d391432f5e93645dd0278325f9591e379588872bf38d3a3cd2",
	"nao_lola_sensor_msgs/msg/JointPositions":       "RIHS01_442e58f12f91f602ca5f9cc273e590983cbe28540039884bd3630ea233a29c48",
	"nao_lola_sensor_msgs/msg/JointStatuses":        "RIHS01_4c93f01c840384de36fb78dfd9fb0867db759f821025dd01ddd80c5d9d944326",
	"nao_lola_sensor_msgs/msg/JointStiffnesses":     "RIHS01_3f53d3e3d797af06fe8ca69f7509b47f554aa3f94e9ffd87004846a99afa831b",
	"nao_lola_sensor_msgs/msg/JointTemperatures":    "RIHS01_a757c1bc3e80f18f333a70c99f50d56d245ecb2fc2202d7ce44e1f934e04c52f",
	"nao_lola_sensor_msgs/msg/RobotConfig":          "RIHS01_f44d4732ad07a0e2a4f86adce1985a469a5d6a62acf7693d86d66560b6ed55ef",
	"nao_lola_sensor_msgs/msg/Sonar":                "RIHS01_edc3c7d7d21e15df2cc728bb0ff11804b5aed96650656282e377f69c3ca5e4e3",
	"nao_lola_sensor_msgs/msg/Touch":                "RIHS01_c16428e7bb48f5a2d261a6b41d84c5c9d8d1d3cddf8cf4525c9fbc4653bd666d",
	"naoqi_bridge_msgs/msg/Bumper":                  "RIHS01_af917209318a45348d7362ae8d67e97c360a31ef7db31a60f1d25db66d636e51",
	"naoqi_bridge_msgs/msg/HandTouch":               "RIHS01_7b8b83b9924f2684ca5d1bfa47ed060efbf2b48869640d02c9355f56faab31b7",
	"naoqi_bridge_msgs/msg/HeadTouch":               "RIHS01_03974d3aabda4c9345944606f840515887e3b1f68d08381ce5a1393f3bcc1a2e",
	"naoqi_bridge_msgs/msg/JointAnglesWithSpeed":    "RIHS01_58786ad780c1ffd8f1ed85ee836efe4a428712554653830f5e6c427a411af180",
	"naoqi_bridge_msgs/msg/StringStamped":           "RIHS01_48d613d7cced36b71d98b344309577d016856bac4069441aaf84e0062ea08ae8",
	"soccer_geometry_msgs/msg/PointWithCovariance":  "RIHS01_71ad313476715d2a950bc8433b9efa009a90749da6f0c0c64eb9c8d12de4629a",
	"soccer_model_msgs/msg/Ball":                    "RIHS01_1add0c084e4243c0db6ce2a1d0fe49147beaf2e00b7ac72b6f6ca607719ceff4",
	"soccer_model_msgs/msg/Obstacle":                "RIHS01_0c5036d6664816a560159d08b7c5b328fa156af3ee335270795b81cd38e18f89",
	"soccer_model_msgs/msg/ObstacleArray":           "RIHS01_56800735a616b2e25bd18d9b2622e671515e7575dd2ef3b5d6bd7cdf38757d36",
	"soccer_model_msgs/msg/Robot":                   "RIHS01_6705255e1ba4533232091ef54360a09747b6ebb55f5ebee3337702154ece2f54",
	"soccer_model_msgs/msg/RobotArray":              "RIHS01_c36ed3927e5a047cb48a7f5b39dab8541bec824ef7540d459a14c8501f9b993d",
	"soccer_vision_2d_msgs/msg/Ball":                "RIHS01_b0c86346d17fde5ece3feec12d40a1c825ccab17939c148d8dee4af136948d48",
	"soccer_vision_2d_msgs/msg/BallArray":           "RIHS01_8149e3395270c02fe11c67fccce72a739894d2574f894e94e5ced41bfad0b761",
	"soccer_vision_2d_msgs/msg/FieldBoundary":       "RIHS01_cbdae55fc7602056951fc7c0fb85dbeb18ff1469a8321fb74a5b325e3055cd88",
	"soccer_vision_2d_msgs/msg/Goalpost":            "RIHS01_d379734e5320dc9ee36d1129aa65bcc860ea870012709b3dd3f51c02c92a05ec",
	"soccer_vision_2d_msgs/msg/GoalpostArray":       "RIHS01_a96df2c6cfbbfd7634b551058f866bca094c6c79ae2028d1c4082638721452eb",
	"soccer_vision_2d_msgs/msg/MarkingArray":        "RIHS01_8532e32a8b63a823730d6fefe2efb3ab75d7ced98c1b9e9a981526e9fd3da8ae",
	"soccer_vision_2d_msgs/msg/MarkingEllipse":      "RIHS01_db0807ecc1bc753d4d398b763cd183dd3507f26d9eabc7b426493c69f93f4a89",
	"soccer_vision_2d_msgs/msg/MarkingIntersection": "RIHS01_3415ec9c7c85a4853e5c069c697aa156a2f281fc97d3d462bcd4dc28d32cc21e",
	"soccer_vision_2d_msgs/msg/MarkingSegment":      "RIHS01_6a5ab5f146ce5e0e3ed858bc4c03825d00599a142a8d1106dfda0c6334bf634b",
	"soccer_vision_2d_msgs/msg/Obstacle":            "RIHS01_7ee59ba80fe135755b934cddad34673fe1fd0b640a4c3482dc58532de151b68f",
	"soccer_vision_2d_msgs/msg/ObstacleArray":       "RIHS01_0d845435e441f06a3cd66f9caded60a1459caeecbca847844eb8e29751919728",
	"soccer_vision_2d_msgs/msg/Robot":               "RIHS01_b36ac7f799db14c417d490fbb5e7b8c68eb4730387a35f68183a0073ffa7bb7a",
	"soccer_vision_2d_msgs/msg/RobotArray":          "RIHS01_17c79cb2a16446e6b94e76799904847b8823453e5287e26d6d9c0a1fa08bc0d5",
	"soccer_vision_3d_msgs/msg/Ball":                "RIHS01_0623d6693e7650fd29a8b7ad64c2da121d519d186deee65a741288ad1437b7c7",
	"soccer_vision_3d_msgs/msg/BallArray":           "RIHS01_098776c1a1509340074ee1d30b6588b24b5cab8c3b490704e6194cfd3fabc845",
	"soccer_vision_3d_msgs/msg/FieldBoundary":       "RIHS01_cb0ca1b259d7dd63faac458dd727a622b00ea2bc3f2a8f9e648d4a4dce929404",
	"soccer_vision_3d_msgs/msg/Goalpost":            "RIHS01_2a17581c47f6ca22f06965321c527ba9f2bf93ca787365fe004aa0aa57a85d2b",
	"soccer_vision_3d_msgs/msg/GoalpostArray":       "RIHS01_dfa0938870f6c9cbd645a95616181979036f218f30bc7bcc726c69b0b7c938cb",
	"soccer_vision_3d_msgs/msg/MarkingArray":        "RIHS01_f960e4ea4ef68bb2eed24c815b97fcdf0b2458ff0bbef335b519f67587f74f4f",
	"soccer_vision_3d_msgs/msg/MarkingEllipse":      "RIHS01_066b334a87096bb68ba111ad45828d224048b331d0750a227e9e59616b3dcc31",
	"soccer_vision_3d_msgs/msg/MarkingIntersection": "RIHS01_06b031504c95c30adec9ea042815a31482e7312a337ad831c6c4cab3f50fb843",
	"soccer_vision_3d_msgs/msg/MarkingSegment":      "RIHS01_e7dba01ef483a7f636fb3253d297698fd0eadeb26dffb0ed017fbef537f59f1c",
	"soccer_vision_3d_msgs/msg/Obstacle":            "RIHS01_f1c923d5342d77c14d71b1b0c2fbe39c3d47be2b0799d127907c549e9d7fd661",
	"soccer_vision_3d_msgs/msg/ObstacleArray":       "RIHS01_cbbaebbf564e534e7d0c948d7b41c919a0c83a00ef5ffc4920802d372eb7329f",
	"soccer_vision_3d_msgs/msg/Robot":               "RIHS01_0dc57c1ca7985e5d3d6ca08767193aa1ba66111de3bc15324816021782db1484",
	"soccer_vision_3d_msgs/msg/RobotArray":          "RIHS01_f1e0bc403cda4241fa3bdf2f500c7176a86ec6d9ee9f70bcc2a24f421a01811f",
	"soccer_vision_attribute_msgs/msg/Confidence":   "RIHS01_cee2a694f023a87b53e9f48d3104df553a243d8dd6553ba27440a6bf0a571ae7",
	"soccer_vision_attribute_msgs/msg/Goalpost":     "RIHS01_cde3a3b3bad637770f0ac1bd004aed9c09c945d374ea4faef9d1dc072b20f95b",
	"soccer_vision_attribute_msgs/msg/Robot":        "RIHS01_9c09f03304e35c3dff0162c1578700c911e9757875c0ef4b34b30d81e1f328a4",
	"vision_msgs/msg/BoundingBox2D":                 "RIHS01_008eacbb0cf8f26e83795547bed013eec3675485ef386ec056d80eaaf1c1ce2f",
	"vision_msgs/msg/BoundingBox3D":                 "RIHS01_bbb73a65c163d7f9bb29009c7bde9f7faa576bd2d23299c4511d19230dab4698",
	"vision_msgs/msg/Point2D":                       "RIHS01_eab0e83f44ab4de92ceaf76dd7d0e7638f2bdd1d16ffbe16c7a136c48e407247",
	"vision_msgs/msg/Pose2D":                        "RIHS01_b0b5d1d7b4c20dd4fcde3ed1d4b289a919290572007d67a97043814db25d3648",
}

func TestMessagesOfOtherPackagesAreTheirs(t *testing.T) {
	for name, hash := range hashesOfTheirFiles {
		m := newMessage(name)
		require.NotNil(t, m, name)
		require.Equal(t, hash, m.TypeHash(), name)
	}
}
