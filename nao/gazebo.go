package nao

// GazeboNames holds the names of a robot's model and its world in Gazebo: the SDF is written with
// these names, and the bridge looks for them. Where Gazebo has a name of its own for a topic, that
// one is used.
type GazeboNames struct {
	World string `yaml:"world" readonly:"true" desc:"name of the world in its SDF; empty: the only world that runs"`
	Model string `yaml:"model" readonly:"true" desc:"name of the robot's model in the world"`
}

// DefaultGazeboNames are the names of our own worlds.
func DefaultGazeboNames() GazeboNames { return GazeboNames{World: "field", Model: "nao"} }

// SecondHipYawPitch is the right one of the two joints that one motor turns; see [LHipYawPitch]. In
// Gazebo each has a controller of its own.
const SecondHipYawPitch = "RHipYawPitch"

func (g GazeboNames) world(rest string) string { return "/world/" + g.World + "/" + rest }

func (g GazeboNames) model(rest string) string { return "/model/" + g.Model + "/" + rest }

// Control is the service that pauses, starts and steps the world (WorldControl → Boolean).
func (g GazeboNames) Control() string { return g.world("control") }

// ControlState is the service that does the same as Control, and also writes components of the
// world's entities (WorldControlState → Boolean).
func (g GazeboNames) ControlState() string { return g.world("control/state") }

// SetPhysics is the service that sets the physics' step and how fast it may run (Physics → Boolean).
func (g GazeboNames) SetPhysics() string { return g.world("set_physics") }

// Stats is the topic of the world's time and speed (WorldStatistics).
func (g GazeboNames) Stats() string { return g.world("stats") }

// Clock is the topic of the simulated time (Clock).
func (g GazeboNames) Clock() string { return g.world("clock") }

// Poses is the topic of the poses of everything that moves (Pose_V).
func (g GazeboNames) Poses() string { return g.world("dynamic_pose/info") }

// JointState is the topic of the robot's joints (Model), from the system JointStatePublisher. The
// joints have the names of [GazeboNames.Position].
func (g GazeboNames) JointState() string { return g.JointStateOf(g.Model) }

// JointStateOf is the same topic of another model of the world, such as a ball's carrier.
func (g GazeboNames) JointStateOf(model string) string {
	return g.world("model/" + model + "/joint_state")
}

// Position is the topic of a joint's position controller (Double, rad; fingers 0
// closed to 1 open, as in the joint state). The joint has the name of the
// motor, or SecondHipYawPitch.
func (g GazeboNames) Position(joint string) string { return g.PositionOf(g.Model, joint) }

// PositionOf is the same topic of another model of the world.
func (g GazeboNames) PositionOf(model, joint string) string {
	return "/model/" + model + "/joint/" + joint + "/0/cmd_pos"
}

// IMU is the topic of the inertial unit in the torso (IMU), its axes the torso's.
func (g GazeboNames) IMU() string { return g.model("imu") }

// FSR is the topic of a pad's force torque sensor (Wrench), measured on the child in
// the child's axes, which are the foot's: z is negative under load.
func (g GazeboNames) FSR(f FSR) string { return g.model("fsr/" + f.String()) }

// Touch is the topic of a bumper's contact sensor (Contacts).
func (g GazeboNames) Touch(t Touch) string { return g.model("touch/" + t.String()) }

// Sonar is the topic of a sonar's lidar (LaserScan).
func (g GazeboNames) Sonar(s Sonar) string {
	return g.model("sonar/" + [NumSonars]string{LeftSonar: "left", RightSonar: "right"}[s])
}

// Image is the topic of a camera's images (Image).
func (g GazeboNames) Image(c Camera) string { return g.model(cameraTopic(c) + "/image_raw") }

// CameraInfo is the topic that Gazebo derives from [GazeboNames.Image] (CameraInfo).
func (g GazeboNames) CameraInfo(c Camera) string { return g.model(cameraTopic(c) + "/camera_info") }

func cameraTopic(c Camera) string {
	return "camera/" + [NumCameras]string{TopCamera: "top", BottomCamera: "bottom"}[c]
}

// Joints of a ball's carrier, a model with the name of the ball: one turns it around the
// robot (rad), one lifts it (m above the ground).
const (
	CarrierTurn = "turn"
	CarrierLift = "lift"
)
