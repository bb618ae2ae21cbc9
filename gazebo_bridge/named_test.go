package gazebobridge_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/nao"
)

func TestTheModelHasANameAndSonarsThatAreSwitched(t *testing.T) {
	b := newBench(t, nil)
	require.Equal(t, [4]string{}, b.driver.RobotConfig(), "no world yet")
	b.world(gztest.Options{})
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "distances", func(s *nao.State) bool { return s.Sonar == [...]float64{0.75, 0.75} })
	require.Equal(t, [4]string{"field/nao", "6.0.0", "field/nao", "6.0.0"}, b.driver.RobotConfig())
	b.driver.Transmit(true, false)
	b.commander.until(t, "one of them", func(s *nao.State) bool { return s.Sonar[0] == 0.75 && math.IsNaN(s.Sonar[1]) })
	b.driver.Transmit(true, true)
	b.commander.until(t, "both again", func(s *nao.State) bool { return s.Sonar == [...]float64{0.75, 0.75} })
}
