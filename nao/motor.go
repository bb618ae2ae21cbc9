package nao

// Motor holds the properties of a joint's motor for the physics, after the gear. The top speed follows from them: at it,
// full torque equals friction and damping (the back-EMF).
type Motor struct {
	MaxTorque float64 // at full stiffness, N m
	Damping   float64 // N m s/rad
	Friction  float64 // dry friction, N m
	Armature  float64 // the rotor's inertia seen through the gear, kg m²
	Control   float64 // bound of the model's control, N m; MaxTorque when 0
}

// LosslessMotor returns the joint's motor from the maker's documentation: stall torque after a gear without losses, zero
// torque at the no-load speed, a rotor without inertia. Simulators assume more; see [MJCFOptions].
func (j Joint) LosslessMotor() Motor {
	return Motor{MaxTorque: j.StallTorque(), Damping: j.StallTorque() / j.MaxSpeed()}
}
