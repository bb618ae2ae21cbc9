package gazebobridge

// RobotConfig gives id and version of the body, then of the head, as LoLA does: Gazebo's
// names for a model of a NAO V6. It is empty before a world was met, and may be called
// from any goroutine.
//
// There is no monitor of package health here: Gazebo tells no currents, and its inertial
// unit does not scatter, so that one at rest looks like one that is lost.
func (d *Driver) RobotConfig() [4]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.found.Name == "" {
		return [4]string{}
	}
	id := d.found.Name + "/" + d.cfg.Names.Model
	return [4]string{id, "6.0.0", id, "6.0.0"}
}

// Transmit switches the sonars, which are on at first: Gazebo's measure always, one that
// is off is reported as not measured. It may be called from any goroutine.
func (d *Driver) Transmit(left, right bool) { d.sonars.Transmit(left, right) }
