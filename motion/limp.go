package motion

import "gonao/nao"

// limp gives which joints have no torque, and may thus be commanded to be
// anywhere. The command of those that nobody owns follows the measured angle:
// whoever makes them stiff again finds it where the joint is. While the robot
// gets up at the beginning, none is: start knows better.
func (m *Motion) limp() (limp [nao.NumJoints]bool) {
	if !m.start.done {
		return limp
	}
	for j := range nao.Joint(nao.NumJoints) {
		limp[j] = m.command.Stiffness[j] <= 0
		if limp[j] && m.owners[j] == hold && finite(m.measured[j]) {
			m.command.Position[j] = m.measured[j]
			m.rest[j].moving = false
		}
	}
	return limp
}
