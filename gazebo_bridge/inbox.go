package gazebobridge

import (
	"math"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/si"
	"gonao/nao"
)

// inbox holds the newest message of each of a robot's sensors. The transport's goroutines write, the
// driver's goroutine reads.
type inbox struct {
	mu      sync.Mutex
	joints  transport.Message
	stamp   time.Duration // of joints
	count   uint64        // joint states so far
	still   bool          // the last two have the same time: the world is paused
	imu     reading
	fsr     [nao.NumFSR]reading
	sonar   [nao.NumSonars]reading
	touch   [nao.NumTouch]reading
	broken  int           // messages that could not be decoded
	problem error         // of the last of them
	arrived chan struct{} // signals a new message; holds one
}

// reading is the newest message of a sensor.
type reading struct {
	stamp time.Duration
	data  []byte
	ever  bool // one has come
}

func newInbox() *inbox { return &inbox{arrived: make(chan struct{}, 1)} }

// jointState receives a message of the joints.
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

// sensor returns a function that receives the messages of another sensor.
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

// whole reports whether the sensors of each cycle have come for a time; a sensor that never came is
// left out.
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

// notMeasured is the value of a sensor that Gazebo does not have.
var notMeasured = math.NaN()

// The greatest age of a message of a bumper or a sonar, which publish less often.
const (
	freshTouch = 3 * nao.CyclePeriod
	freshSonar = 300 * time.Millisecond
)

// senses fills in the sensors of a state. A message that cannot be decoded counts as not received.
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

// sonarNothing is the distance without an echo, m, as on the robot.
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

// finite returns a value, or 0 for NaN and Inf.
func finite(v float64) float64 {
	if !si.IsFinite(v) {
		return 0
	}
	return v
}

// rollPitch returns roll and pitch of a torso; 0 for a quaternion that is no rotation.
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
