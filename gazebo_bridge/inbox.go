package gazebobridge

import (
	"math"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
)

// inbox holds the newest of what a robot's sensors have said. The transport puts in, the
// driver takes out.
type inbox struct {
	mu      sync.Mutex
	joints  transport.Message
	stamp   time.Duration // of joints
	count   uint64        // joint states so far
	still   bool          // the last two are of one time: the world is paused
	imu     reading
	fsr     [nao.NumFSR]reading
	sonar   [nao.NumSonars]reading
	touch   [nao.NumTouch]reading
	broken  int           // messages that were none
	problem error         // the last of them
	arrived chan struct{} // holds one
}

// reading is the newest message of a sensor.
type reading struct {
	stamp time.Duration
	data  []byte
	ever  bool
}

func newInbox() *inbox { return &inbox{arrived: make(chan struct{}, 1)} }

// jointState takes a message of the joints.
func (b *inbox) jointState(m transport.Message) {
	stamp, err := stampOf(m.Data)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.broken++
		b.problem = err
		return
	}
	b.still = b.count > 0 && stamp == b.stamp
	b.joints, b.stamp = m, stamp
	b.count++
	b.wake()
}

// sensor takes a message of one of the others.
func (b *inbox) sensor(r *reading) func(transport.Message) {
	return func(m transport.Message) {
		stamp, err := stampOf(m.Data)
		b.mu.Lock()
		defer b.mu.Unlock()
		if err != nil {
			b.broken++
			b.problem = err
			return
		}
		*r = reading{stamp: stamp, data: m.Data, ever: true}
		b.wake()
	}
}

// newest returns the time of the newest joint state, and how many came so far.
func (b *inbox) newest() (stamp time.Duration, count uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stamp, b.count
}

func (b *inbox) wake() {
	select {
	case b.arrived <- struct{}{}:
	default:
	}
}

// whole tells that everything measured with each cycle has come for a time; what never
// came is not waited for.
func (b *inbox) whole(at time.Duration) bool {
	if b.imu.ever && b.imu.stamp < at {
		return false
	}
	for i := range b.fsr {
		if b.fsr[i].ever && b.fsr[i].stamp < at {
			return false
		}
	}
	return true
}

// notMeasured is what a state says of what Gazebo does not tell.
var notMeasured = math.NaN()

// fresh is how old what a bumper or sonar said may be: they speak seldom.
const (
	freshTouch = 3 * nao.CyclePeriod
	freshSonar = 300 * time.Millisecond
)

// senses reads the sensors into a state. What is broken counts as not said.
func (b *inbox) senses(at time.Duration, state *nao.State) {
	var imu gzmsgs.IMU
	if b.imu.ever && b.read(b.imu.data, &imu) {
		state.Accelerometer = vector(imu.GetLinearAcceleration())
		state.Gyroscope = vector(imu.GetAngularVelocity())
		state.Angles = rollPitch(imu.GetOrientation())
	}
	var wrench gzmsgs.Wrench
	for i := range b.fsr {
		if b.fsr[i].ever && b.read(b.fsr[i].data, &wrench) {
			state.FSR[i] = max(0, -wrench.GetForce().GetZ())
		}
	}
	var scan gzmsgs.LaserScan
	for i := range b.sonar {
		state.Sonar[i] = notMeasured
		if r := &b.sonar[i]; r.ever && at-r.stamp <= freshSonar && at >= r.stamp && b.read(r.data, &scan) {
			state.Sonar[i] = nearest(&scan)
		}
	}
	var contacts gzmsgs.Contacts
	for i := range b.touch {
		r := &b.touch[i]
		state.Touch[i] = r.ever && at-r.stamp <= freshTouch && at >= r.stamp &&
			b.read(r.data, &contacts) && len(contacts.GetContact()) > 0
	}
}

func (b *inbox) read(data []byte, m proto.Message) bool {
	if err := proto.Unmarshal(data, m); err != nil {
		b.broken++
		b.problem = err
		return false
	}
	return true
}

// sonarNothing is what a sonar says when no echo comes back, m; as the robot does.
const sonarNothing = 5.0

func nearest(scan *gzmsgs.LaserScan) float64 {
	best := sonarNothing
	for _, r := range scan.GetRanges() {
		if r > 0 && r < best {
			best = r
		}
	}
	return best
}

func vector(v *gzmsgs.Vector3D) [3]float64 {
	return [3]float64{finite(v.GetX()), finite(v.GetY()), finite(v.GetZ())}
}

// finite keeps what is not a number from the rest.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// rollPitch gives the angles of a torso; none for what is no rotation.
func rollPitch(q *gzmsgs.Quaternion) [2]float64 {
	x, y, z, w := q.GetX(), q.GetY(), q.GetZ(), q.GetW()
	n := x*x + y*y + z*z + w*w
	if !(n > 0.5 && n < 2) {
		return [2]float64{}
	}
	return [2]float64{
		math.Atan2(2*(w*x+y*z), n-2*(x*x+y*y)),
		math.Asin(min(max(2*(w*y-z*x)/n, -1), 1)),
	}
}
