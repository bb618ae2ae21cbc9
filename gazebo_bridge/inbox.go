package gazebobridge

import (
	"math"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/latest"
	"gonao/internal/si"
	"gonao/nao"
)

// inbox holds the newest message of each of a robot's sensors. The transport's goroutines write it, and the
// driver's goroutine reads it.
type inbox struct {
	mu      sync.Mutex
	joints  transport.Message
	stamp   time.Duration // stamp of the joints
	count   uint64        // number of joint states so far
	still   bool          // the last two have the same stamp: the world is paused
	imu     reading
	fsr     [nao.NumFSR]reading
	sonar   [nao.NumSonars]reading
	touch   [nao.NumTouch]reading
	broken  int           // number of messages that could not be decoded
	problem error         // error of the last such message
	arrived chan struct{} // signals a new message; its capacity is one
}

// reading is the newest message of a sensor.
type reading struct {
	stamp time.Duration
	data  []byte
	ever  bool // a message has arrived
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

// newest returns the stamp of the newest joint state, and the number of joint states so far.
func (b *inbox) newest() (stamp time.Duration, count uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stamp, b.count
}

func (b *inbox) wake() {
	latest.Notify(b.arrived)
}

// whole reports whether the sensors of each cycle have arrived for a time. It ignores sensors that have never
// arrived.
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

// These are the greatest ages of messages of bumpers and sonars, which publish less often.
const (
	freshTouch = 3 * nao.CyclePeriod
	freshSonar = 300 * time.Millisecond
)

// senses fills in the sensors of a state. A message that cannot be decoded is ignored.
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

// sonarNothing is the distance that means no echo, m, as on the robot.
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

// rollPitch returns roll and pitch of a torso, or 0 if the quaternion is not a rotation.
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
