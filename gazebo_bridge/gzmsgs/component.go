package gzmsgs

import "hash/fnv"

// Components that Gazebo's physics applies, by their own names. Their values are written in Gazebo's
// form.
const (
	JointPositionReset     = "JointPositionReset"     // Double_V: where a joint is from now on
	WorldPoseCmd           = "WorldPoseCmd"           // text: x y z roll pitch yaw of a model, m and rad
	LinearVelocityCmd      = "LinearVelocityCmd"      // text: x y z of a model's speed in its own axes, m/s; then 0 at each step
	AngularVelocityCmd     = "AngularVelocityCmd"     // the same, rad/s
	ExternalWorldWrenchCmd = "ExternalWorldWrenchCmd" // Wrench: on a link, in the world's axes, for one step
)

// Component returns the number of a component's type: Gazebo hashes its full name (FNV-1a, 64
// bits).
func (g Generation) Component(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte([...]string{Ignition: "ign_gazebo_components.", Gz: "gz_sim_components."}[g] + name))
	return h.Sum64()
}
