package naoqi_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gonao/nao/body/drivertest"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
)

// TestAPeerKilledAtAnyMomentLeavesNeitherAHangingDriverNorAStiffRobot breaks the
// connection after any number of bytes, a hundred times, with -short thirty, while robots are found, taken
// over, driven and let down.
func TestAPeerKilledAtAnyMomentLeavesNeitherAHangingDriverNorAStiffRobot(t *testing.T) {
	const atOnce = 10
	times := 100
	if testing.Short() {
		times = 30
	}
	turns := make(chan int)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for i := range turns {
				kill(t, i)
			}
		})
	}
	for i := range times {
		turns <- i
	}
	close(turns)
	all.Wait()
}

// kill is one of the hundred times.
func kill(t *testing.T, i int) {
	random := rand.New(rand.NewPCG(uint64(i), 6))
	robot, err := fake.Start(fake.Config{})
	if err != nil {
		t.Error(err)
		return
	}
	defer robot.Close()
	cfg := quick(config(robot))
	cfg.Rate, cfg.EndWithin = 25, 15*time.Second
	if i%3 == 2 {
		cfg.EndWithin = time.Second // it cannot do it in any time
	}
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	robot.DropAfter(random.IntN(120_000))
	first := begin(cfg, c)
	time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
	switch i % 3 {
	case 0: // the commander falls silent behind it
		c.SetCommand(nil)
		robot.DropAfter(random.IntN(60_000))
		limp(t, i, robot)
		first.end(t, i)
	case 1: // the driver is told to end
		robot.DropAfter(random.IntN(20_000))
		first.end(t, i)
		limp(t, i, robot)
	case 2: // the driver is killed, and started again, as the launcher does
		robot.Away(true)
		first.end(t, i) // which it may only do in vain
		robot.Away(false)
		second := begin(cfg, &drivertest.Commander{})
		if robot.Body().Limp() { // it had not come so far
			second.end(t, i)
			return
		}
		limp(t, i, robot)
		second.end(t, i)
	}
}

// driving is a driver that was begun.
type driving struct {
	stop context.CancelFunc
	done chan error
}

func begin(cfg naoqi.Config, c *drivertest.Commander) *driving {
	ctx, cancel := context.WithCancel(context.Background())
	d := &driving{stop: cancel, done: make(chan error, 1)}
	driver := naoqi.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	go func() { d.done <- driver.Run(ctx, c) }()
	return d
}

func (d *driving) end(t *testing.T, i int) {
	d.stop()
	select {
	case err := <-d.done:
		if err != nil {
			t.Error(i, err)
		}
	case <-time.After(time.Minute):
		assert.Fail(t, "a driver hangs", i)
	}
}

func limp(t *testing.T, i int, robot *fake.Robot) {
	for deadline := time.Now().Add(time.Minute); !robot.Body().Limp(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			assert.Fail(t, "the robot stays stiff", i)
			return
		}
	}
}
