package naoqi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/lugu/qiloop/bus"
	"github.com/lugu/qiloop/type/value"

	"gonao/nao"
	"gonao/nao_driver/naoqi/qi"
)

// robot is a connected NAO: its services and its properties. A service that the robot does not offer is nil.
type robot struct {
	session *session

	motion  qi.ALMotionProxy
	memory  qi.ALMemoryProxy
	posture qi.ALRobotPostureProxy
	leds    qi.ALLedsProxy
	speech  qi.ALTextToSpeechProxy
	sonar   qi.ALSonarProxy
	life    qi.ALAutonomousLifeProxy

	model   string    // such as "naoH25"
	body    string    // such as "V5.0", as the robot reports it
	version string    // version of NAOqi, such as "2.1.4.13"
	config  [4]string // id and version of body and head, if the robot reports them
	can     nao.Capabilities
	sonars  bool // we have started the sonars
}

// errWrongBody is the error of robots that gonao does not drive.
var errWrongBody = errors.New("gonao drives a NAO V4, V5 or V6 with all 25 joints")

// openRobot connects to a robot, checks its properties and prepares it, unless ctx ends before.
func openRobot(ctx context.Context, a address, cfg *Config, log *slog.Logger) (*robot, error) {
	s, err := connect(ctx, a, cfg.User, cfg.Password, cfg.CallWithin)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, s.close)
	r, err := findRobot(s)
	if err == nil {
		err = r.prepare(cfg.KeepLife, log)
	}
	if !stop() {
		err = context.Cause(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return r, nil
}

// findRobot finds the services of a robot and checks its properties.
func findRobot(s *session) (*robot, error) {
	r := &robot{session: s}
	var err error
	if r.memory, err = qi.ALMemory(s); err != nil {
		return nil, fmt.Errorf("%w (is NAOqi still starting? It takes two minutes)", err)
	}
	if r.motion, err = qi.ALMotion(s); err != nil {
		return nil, fmt.Errorf("%w (if the body did not start, it is missing: look at the robot's web page)", err)
	}
	find(s, "ALRobotPosture", &r.posture, qi.ALRobotPosture)
	find(s, "ALLeds", &r.leds, qi.ALLeds)
	find(s, "ALTextToSpeech", &r.speech, qi.ALTextToSpeech)
	find(s, "ALSonar", &r.sonar, qi.ALSonar)
	find(s, "ALAutonomousLife", &r.life, qi.ALAutonomousLife)
	if system, err := qi.ALSystem(s); err == nil {
		r.version, _ = system.SystemVersion() // only for the log
	}
	if err := guarded(r.identify); err != nil {
		return nil, err
	}
	r.can = nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands |
		nao.SensesCurrent | nao.SensesTemperature | nao.SensesFSR | nao.SensesIMU | nao.SensesTouch | nao.SensesBattery
	if r.leds != nil {
		r.can |= nao.CanLights
	}
	if r.speech != nil {
		r.can |= nao.CanSpeak
	}
	if r.sonar != nil {
		r.can |= nao.SensesSonar
	}
	return r, nil
}

// find gets a service that may be missing on a robot.
func find[P any](s *session, name string, into *P, get func(bus.Session) (P, error)) {
	if !s.Offers(name) {
		return
	}
	if p, err := get(s); err == nil {
		*into = p
	}
}

// configKeys are the keys in ALMemory of id and version of the body, then of the head.
var configKeys = [4]string{
	"Device/DeviceList/ChestBoard/BodyId", "RobotConfig/Body/BaseVersion",
	"RobotConfig/Head/FullHeadId", "RobotConfig/Head/BaseVersion",
}

// identify reads the robot's properties. It returns an error for a robot that gonao does not drive.
func (r *robot) identify() error {
	config, err := r.motion.GetRobotConfig()
	if err != nil {
		return fmt.Errorf("read the robot's configuration: %w", err)
	}
	facts := robotConfig(config)
	r.model, r.body = facts["Model Type"], facts["Body Version"]
	for i, key := range configKeys {
		if v, err := r.memory.GetData(key); err == nil {
			r.config[i] = text(v)
		}
	}
	if base := r.config[1]; base != "" {
		r.body = base
	}
	if r.model != "" && !strings.HasPrefix(strings.ToLower(r.model), "nao") {
		return fmt.Errorf("%s is a %q: %w", r.session.address, r.model, errWrongBody)
	}
	if g := generation(r.body); g != 0 && (g < 4 || g > 6) {
		return fmt.Errorf("%s has a body %s, whose joints and sensors differ: %w", r.session.address, r.body, errWrongBody)
	}
	has, err := r.motion.GetBodyNames("Body")
	if err != nil {
		return fmt.Errorf("read the names of the robot's joints: %w", err)
	}
	there := map[string]bool{}
	for _, name := range has {
		there[name] = true
	}
	var lacks []string
	for _, name := range jointNames {
		if !there[name] {
			lacks = append(lacks, name)
		}
	}
	if lacks != nil {
		return fmt.Errorf("%s, a %q, has no %s: %w", r.session.address, r.model, strings.Join(lacks, ", "), errWrongBody)
	}
	return nil
}

// robotConfig returns ALMotion's description of the robot as a map from names to values.
func robotConfig(v value.Value) map[string]string {
	facts := map[string]string{}
	pair, err := list(v)
	if err != nil || len(pair) != 2 {
		return facts
	}
	keys, err := list(pair[0])
	if err != nil {
		return facts
	}
	values, err := list(pair[1])
	if err != nil {
		return facts
	}
	for i := range min(len(keys), len(values)) {
		facts[text(keys[i])] = text(values[i])
	}
	return facts
}

// generation returns 5 for "V5.0", "V50" and "VERSION_50", and 0 if the generation is unknown.
func generation(version string) int {
	for _, c := range version {
		if c >= '1' && c <= '9' {
			return int(c - '0')
		}
	}
	return 0
}

// prepare prepares the robot: it stops NAOqi's autonomous life, and a walk that an earlier driver may have left
// running.
func (r *robot) prepare(keepLife bool, log *slog.Logger) error {
	return guarded(func() error {
		if active, err := r.motion.MoveIsActive(); err != nil {
			return fmt.Errorf("read from ALMotion whether the robot walks: %w", err)
		} else if active {
			log.Warn("the robot walks without a commander: stopping it")
			if err := r.motion.StopMove(); err != nil {
				return fmt.Errorf("stop the robot: %w", err)
			}
		}
		if r.life == nil || keepLife {
			return nil
		}
		if err := r.endLife(log); err != nil {
			log.Warn("NAOqi's autonomous life may move the robot too", "reason", err)
		}
		return nil
	})
}

func (r *robot) endLife(log *slog.Logger) error {
	state, err := r.life.GetState()
	if err != nil || state == "disabled" {
		return err
	}
	log.Info("ending NAOqi's autonomous life, which would move the robot too", "was", state)
	return r.life.SetState("disabled")
}

// transmit starts or stops the sonars, if the robot has ALSonar and the state changes.
func (r *robot) transmit(ctx context.Context, on bool, log *slog.Logger) {
	if r.sonar == nil || on == r.sonars {
		return
	}
	// It is tried only once, so that later cycles do not wait for it.
	r.sonars = on
	err := guarded(func() error {
		if on {
			return r.sonar.WithContext(ctx).DoSubscribe(clientName)
		}
		return r.sonar.WithContext(ctx).Unsubscribe(clientName)
	})
	if err != nil {
		log.Warn("the sonars do not start or stop", "wanted", on, "reason", err)
	}
}

// clientName is the name of this client on the robot.
const clientName = "gonao"

// jointNames are NAOqi's names of the joints, which equal ours.
var jointNames = func() (names []string) {
	for j := range nao.Joint(nao.NumJoints) {
		names = append(names, j.String())
	}
	return names
}()

// jointList is jointNames as an argument of NAOqi's methods.
var jointList = names(jointNames)
