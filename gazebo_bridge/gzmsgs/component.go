package gzmsgs

import "hash/fnv"

// These are components that Gazebo's physics applies, by Gazebo's names. Their values are written in Gazebo's form.
const (
	JointPositionReset     = "JointPositionReset"     // Double_V: new position of a joint
	WorldPoseCmd           = "WorldPoseCmd"           // text: x y z roll pitch yaw of a model, m and rad
	LinearVelocityCmd      = "LinearVelocityCmd"      // text: x y z of a model's speed in its own axes, m/s, for one step; then 0 while the component exists
	AngularVelocityCmd     = "AngularVelocityCmd"     // text: the same for the angular speed, rad/s
	ExternalWorldWrenchCmd = "ExternalWorldWrenchCmd" // Wrench on a link, in the world's axes, for one step
)

// Component returns the number of a component's type, which is Gazebo's hash of its full name (FNV-1a, 64 bits).
func (g Generation) Component(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte([...]string{Ignition: "ign_gazebo_components.", Gz: "gz_sim_components."}[g] + name))
	return h.Sum64()
}
