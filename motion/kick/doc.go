// Package kick is the balanced kick: the robot shifts its weight over one foot and strikes the ball with the other, in
// any direction and over a requested distance.
//
// The path of the kicking foot is planned in the frame S of the standing sole (x along the foot, y left, z up from the
// ground): it goes back from the ball along the kick's direction, and through the ball with a given speed. The trunk
// follows from the planned centre of mass over the standing sole; the angles of the legs follow from both by inverse
// kinematics. Between the knots of the plan are quintic polynomials, so that place, speed and acceleration are
// continuous.
//
// Three loops keep the balance: the centre of mass over the sole is computed from the measured posture and the torso's
// angles, and the plan is corrected by the difference; the gyroscope moves the ankle of the standing leg; and the command
// of every leg joint includes the bend that its load will cause.
//
// Robot frame: on the ground midway between the soles, x forward, y left. SI units.
package kick
