package scenery

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/mujoco"
)

// moment is where everything is in one image.
type moment struct {
	robots  []stance // self first
	balls   []r3.Vec // one per ball of the world
	spins   []quat.Number
	camera  nao.Camera
	turning r3.Vec // rad/s, of the camera in its own frame
}

// stance is where a robot is and how it stands or lies.
type stance struct {
	x, y, yaw float64 // m, rad, of base_footprint
	lie       sim.Lie
	torso     nao.Pose // X_WT, of one that stands
	joints    nao.Joints
}

// moment draws where everything is.
func (s *Stage) moment(r *rand.Rand) moment {
	m := moment{camera: nao.Camera(r.IntN(nao.NumCameras))}
	self := s.somewhere(r)
	m.robots = append(m.robots, self)
	for range len(s.robots) - 1 + len(s.World.Puppets) {
		m.robots = append(m.robots, s.free(r, m.robots))
	}
	for _, b := range s.World.Balls {
		p := s.ballPlace(r, m.robots, b.DiameterM/2)
		m.balls = append(m.balls, p)
		m.spins = append(m.spins, randomTurn(r))
	}
	s.gaze(r, &m)
	if !s.options.Plain {
		m.turning = turning(r, m.camera, &m.robots[0].joints)
	}
	return m
}

// turning returns how fast the camera turns in its own frame, rad/s: the sway of the walk, and often a turning head.
func turning(r *rand.Rand, which nao.Camera, j *nao.Joints) r3.Vec {
	w_T := r3.Vec{X: 0.25 * r.NormFloat64(), Y: 0.25 * r.NormFloat64(), Z: 0.15 * r.NormFloat64()}
	if r.Float64() < 0.5 {
		w_T.Z += min(2.5, max(-2.5, 1.2*r.NormFloat64())) // the neck's yaw
		w_T.Y += 0.5 * r.NormFloat64()
	}
	return nao.CameraInTorso(which, j).Inverse().Rotate(w_T)
}

// somewhere returns a robot that stands or walks anywhere on the field.
func (s *Stage) somewhere(r *rand.Rand) stance {
	x, y := 3.0, 2.0
	if f := s.World.Field; f != nil {
		x, y = f.LengthM/2+0.3, f.WidthM/2+0.3
	}
	a := stance{x: between(r, -x, x), y: between(r, -y, y), yaw: between(r, -math.Pi, math.Pi), lie: sim.Upright}
	a.joints = nao.StandPosture()
	swingArms(r, &a.joints)
	x_RT := walking(r, &a.joints)
	x_WR := nao.Rotation(r3.Vec{Z: 1}, a.yaw)
	x_WR.P = r3.Vec{X: a.x, Y: a.y}
	a.torso = x_WR.Mul(x_RT)
	return a
}

// free returns a robot somewhere that no other stands.
func (s *Stage) free(r *rand.Rand, others []stance) stance {
	const apart, tries = 0.45, 200
	var a stance
	for range tries {
		a = s.somewhere(r)
		if r.Float64() < 0.5 { // in front of the looking robot
			way, side := between(r, 0.5, 4.5), between(r, -0.6, 0.6)
			sin, cos := math.Sincos(others[0].yaw + side)
			dx, dy := others[0].x+way*cos-a.x, others[0].y+way*sin-a.y
			a.x, a.y = a.x+dx, a.y+dy
			a.torso.P = r3.Add(a.torso.P, r3.Vec{X: dx, Y: dy})
		}
		clear := true
		for _, b := range others {
			clear = clear && math.Hypot(a.x-b.x, a.y-b.y) > apart
		}
		if clear {
			break
		}
	}
	if r.Float64() < 0.12 {
		a.lie = []sim.Lie{sim.OnFront, sim.OnBack, sim.OnLeft, sim.OnRight}[r.IntN(4)]
	}
	yaw, pitch := nao.ClampHead(between(r, -1, 1), between(r, -0.3, 0.5))
	a.joints[nao.HeadYaw], a.joints[nao.HeadPitch] = yaw, pitch
	return a
}

// walking bends the legs as in a step and returns X_RT.
func walking(r *rand.Rand, j *nao.Joints) nao.Pose {
	x_RT := nao.RollPitchYaw(0.05*r.NormFloat64(), 0.04+0.05*r.NormFloat64(), 0)
	x_RT.P = r3.Vec{X: 0.01 * r.NormFloat64(), Y: 0.01 * r.NormFloat64(), Z: nao.StandHeight - between(r, 0.01, 0.05)}
	step, lift := 0.025*r.NormFloat64(), max(0, between(r, -0.015, 0.02))
	soles := [nao.NumLegs]nao.Pose{nao.Translation(r3.Vec{X: step, Y: 0.05}), nao.Translation(r3.Vec{X: -step, Y: -0.05})}
	soles[r.IntN(nao.NumLegs)].P.Z = lift
	x_TR := x_RT.Inverse()
	legs, _ := nao.LegsIK(x_TR.Mul(soles[nao.LeftLeg]), x_TR.Mul(soles[nao.RightLeg]))
	legs.Put(j)
	return x_RT
}

// swingArms moves the arms as in a walk.
func swingArms(r *rand.Rand, j *nao.Joints) {
	swing := 0.25 * r.NormFloat64()
	j[nao.LShoulderPitch] = nao.LShoulderPitch.Clamp(j[nao.LShoulderPitch] + swing)
	j[nao.RShoulderPitch] = nao.RShoulderPitch.Clamp(j[nao.RShoulderPitch] - swing)
	if r.Float64() < 0.3 { // held behind the back, as many do
		for _, arm := range [][2]nao.Joint{{nao.LShoulderPitch, nao.LElbowRoll}, {nao.RShoulderPitch, nao.RElbowRoll}} {
			j[arm[0]] = arm[0].Clamp(1.9)
			j[arm[1]] = arm[1].Clamp(3 * j[arm[1]])
		}
	}
}

// ballPlace returns where a ball lies: mostly in sight, sometimes at a robot's feet.
func (s *Stage) ballPlace(r *rand.Rand, robots []stance, radius float64) r3.Vec {
	const clearM = 0.20
	for range 200 {
		var p r3.Vec
		switch pick := r.Float64(); {
		case pick < 0.7: // in front of the looking robot, as often near as far
			way := 0.2 * math.Pow(30, r.Float64())
			sin, cos := math.Sincos(robots[0].yaw + between(r, -0.7, 0.7))
			p = r3.Vec{X: robots[0].x + way*cos, Y: robots[0].y + way*sin}
		case pick < 0.85 && len(robots) > 1:
			at := robots[1+r.IntN(len(robots)-1)]
			sin, cos := math.Sincos(between(r, -math.Pi, math.Pi))
			p = r3.Vec{X: at.x + 0.25*cos, Y: at.y + 0.25*sin}
		default:
			a := s.somewhere(r)
			p = r3.Vec{X: a.x, Y: a.y}
		}
		p.Z = radius
		clear := true
		for _, b := range robots {
			clear = clear && math.Hypot(b.x-p.X, b.y-p.Y) > clearM
		}
		if clear {
			return p
		}
	}
	return r3.Vec{X: 0, Y: 0, Z: radius}
}

// gaze turns the head of the robot that looks: mostly towards the ball, otherwise anywhere a player looks.
func (s *Stage) gaze(r *rand.Rand, m *moment) {
	j := &m.robots[0].joints
	yaw, pitch := between(r, -1.2, 1.2), between(r, -0.2, 0.45)
	if len(m.balls) > 0 && r.Float64() < 0.65 {
		p := m.robots[0].torso.Inverse().Apply(m.balls[r.IntN(len(m.balls))])
		yaw, pitch, _ = nao.LookAtWithin(m.camera, p)
		yaw, pitch = yaw+0.22*r.NormFloat64(), pitch+0.16*r.NormFloat64()
	}
	j[nao.HeadYaw], j[nao.HeadPitch] = nao.ClampHead(yaw, pitch)
}

// randomTurn returns a rotation, all as likely (Shoemake 1992).
func randomTurn(r *rand.Rand) quat.Number {
	a, b, c := r.Float64(), 2*math.Pi*r.Float64(), 2*math.Pi*r.Float64()
	s, t := math.Sqrt(1-a), math.Sqrt(a)
	return quat.Number{Real: t * math.Cos(c), Imag: s * math.Sin(b), Jmag: s * math.Cos(b), Kmag: t * math.Sin(c)}
}

// place puts everything where the moment has it.
func (s *Stage) place(m *moment) error {
	for i := range m.robots {
		a := &m.robots[i]
		if i >= len(s.robots) {
			s.placePuppet(i-len(s.robots), a)
			continue
		}
		var err error
		if a.lie == sim.Upright {
			err = s.sim.PlaceRobot(i, a.torso, &a.joints)
		} else {
			err = s.sim.Place(i, sim.Placement{X: a.x, Y: a.y, Yaw: a.yaw, Lie: a.lie, Posture: a.joints})
		}
		if err != nil {
			return err
		}
	}
	d, model := s.sim.Data(), s.sim.Model()
	for i, b := range s.World.Balls {
		joint, err := model.ID(mujoco.Joint, b.Name)
		if err != nil {
			return err
		}
		p, q := m.balls[i], m.spins[i]
		copy(d.QPos[model.JointQPos[joint]:], []float64{p.X, p.Y, p.Z, q.Real, q.Imag, q.Jmag, q.Kmag})
	}
	return d.Kinematics()
}

// placePuppet puts a puppet where a robot would stand; its posture stays.
func (s *Stage) placePuppet(i int, a *stance) {
	d := s.sim.Data()
	d.MocapPosition[3*i], d.MocapPosition[3*i+1] = a.x, a.y
	lean := s.leans[i]
	q := quat.Mul(nao.Rotation(r3.Vec{Z: 1}, a.yaw).Quat(), lean)
	copy(d.MocapQuaternion[4*i:4*i+4], []float64{q.Real, q.Imag, q.Jmag, q.Kmag})
}
