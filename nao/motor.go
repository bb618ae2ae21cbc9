package nao

// Motor is what the physics needs to know of a joint's motor, behind the gear.
// The top speed comes out by itself: full torque against friction and damping
// (the back-EMF) is in balance there.
type Motor struct {
	MaxTorque float64 // at full stiffness, N m
	Damping   float64 // N m s/rad
	Friction  float64 // dry friction, N m
	Armature  float64 // the rotor's inertia seen through the gear, kg m²
	Control   float64 // bound of the model's control, N m; MaxTorque when 0
}

// LosslessMotor returns the joint's motor as the maker's pages have it: stall
// torque behind a gear without losses, balanced at the no-load speed, a rotor
// without inertia. Simulators assume more; see [MJCFOptions].
func (j Joint) LosslessMotor() Motor {
	return Motor{MaxTorque: j.StallTorque(), Damping: j.StallTorque() / j.MaxSpeed()}
}
