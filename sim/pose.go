package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// bodyPose returns X_WB of a body as last computed.
func bodyPose(d *mujoco.Data, id int) nao.Pose {
	return poseOf(d.BodyPosition[3*id:], d.BodyMatrix[9*id:])
}

// cameraPose returns X_WC of a camera's optical frame as last computed. MuJoCo's camera
// looks along −z with y up; in the optical frame z is forward and y down.
func cameraPose(d *mujoco.Data, id int) nao.Pose {
	x := poseOf(d.CameraPosition[3*id:], d.CameraMatrix[9*id:])
	for row := range 3 {
		x.R[3*row+1] = -x.R[3*row+1]
		x.R[3*row+2] = -x.R[3*row+2]
	}
	return x
}

func poseOf(p, r []float64) nao.Pose {
	x := nao.Pose{P: r3.Vec{X: p[0], Y: p[1], Z: p[2]}}
	copy(x.R[:], r[:9])
	return x
}
