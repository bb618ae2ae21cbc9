package naoqi_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
	"gonao/nao_driver/naoqi/fake"
)

// What nodes/internal/bodytopics needs of a driver.

func TestTheDriverKnowsWhichRobotItIs(t *testing.T) {
	robot := start(t, fake.Config{Body: "V5.0"})
	c := &drivertest.Commander{}
	d := run(t, config(robot), c)
	eventually(t, "no states", func() bool { return len(c.States()) > 0 }, d.log)
	require.Equal(t, [4]string{"P0000074A05S84F00002", "V5.0", "P0000073A07S94F00001", "V5.0"}, d.RobotConfig())
}

func TestSonarsAreSwitchedAndSayNothingWhileTheyAreOff(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{}
	d := run(t, config(robot), c)
	sonar := func() [nao.NumSonars]float64 {
		states := c.States()
		if len(states) == 0 {
			return [nao.NumSonars]float64{}
		}
		return states[len(states)-1].Sonar
	}
	eventually(t, "no distances", func() bool { return sonar() == [...]float64{0.5, 0.5} }, d.log)
	require.Equal(t, 1, robot.Calls("ALSonar.subscribe"))
	d.Transmit(true, false)
	eventually(t, "the right one still tells", func() bool { s := sonar(); return s[0] == 0.5 && math.IsNaN(s[1]) }, d.log)
	require.Zero(t, robot.Calls("ALSonar.unsubscribe"), "there is one switch for both")
	d.Transmit(false, false)
	eventually(t, "they stay on", func() bool { return robot.Calls("ALSonar.unsubscribe") == 1 }, d.log)
	eventually(t, "they still tell", func() bool { s := sonar(); return math.IsNaN(s[0]) && math.IsNaN(s[1]) }, d.log)
	d.Transmit(true, true)
	eventually(t, "they do not come back", func() bool { return sonar() == [...]float64{0.5, 0.5} }, d.log)
	require.Equal(t, 2, robot.Calls("ALSonar.subscribe"), "not once a cycle")
}

func TestALostMotorAndARefusalAreInTheStatistics(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	cfg := config(robot)
	d := run(t, cfg, c)
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[nao.LElbowYaw] == 1 }, d.log)
	robot.Body().Break(nao.LElbowYaw)
	cmd := drivertest.Standing()
	cmd.Position[nao.LElbowYaw] += 0.5
	c.SetCommand(cmd)
	eventually(t, "the motor is not missed", func() bool { return d.Stats().Health.Lost[nao.LElbowYaw] }, d.log)
	require.False(t, d.Stats().Health.Lost[nao.LKneePitch])
	robot.Body().Charge(0.03)
	eventually(t, "it goes on", func() bool { return d.Stats().Refusal == safety.BatteryEmpty }, d.log)
	eventually(t, "it is not logged", func() bool { return strings.Contains(d.log.String(), "the battery is empty") }, d.log) // after the statistics
}
