package studiotest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/built"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

func TestAMotionIsEditedWithItsLimitsAndMirrored(t *testing.T) {
	s := NewStage(t, Options{})
	description, err := ros.Advertise[stdmsgs.String](s.Robot, "robot_description", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, description.Publish(stdmsgs.String{Data: urdf()}))
	p := s.Open("#motions")
	p.Wait(`!!document.querySelector("[data-balance]")`) // the robot's model is loaded
	// A target on the timeline is dragged up or down to change its angle, and sideways to change its slot's duration.
	// Each drag is one undo step.
	p.DragBy("#target-1-RElbowRoll", 0, -9)
	p.Wait(`/slot 2, RElbowRoll: [3-9]\d\.\d°/.test(document.getElementById("target-1-RElbowRoll").ariaLabel)`)
	p.DragBy("#target-1-RElbowRoll", 60, 0)
	p.Wait(`Number(document.querySelector("[aria-label='Duration, s']").value) > 0.4`)
	p.Keys("Ctrl+Z", "Ctrl+Z")
	p.Wait(`document.getElementById("target-1-RElbowRoll").ariaLabel.includes(" 20.0°") && document.querySelector("[aria-label='Duration, s']").value === "0.35"`)
	require.Positive(t, Eval[float64](p, `Number(document.querySelector("[data-balance]").dataset.balance)`))
	p.Press(".motions-bar", "Table")
	p.Wait(`document.getElementById("cell-1-RElbowRoll")`)
	p.Do(`document.getElementById("cell-1-RElbowRoll").click()`)
	p.Wait(`document.querySelector(".target .dim")?.textContent.includes("88.5°")`)
	p.Do(`const i = document.querySelector(".target input[type=number]"); i.focus(); i.select()`)
	p.Type("120")
	p.Wait(`document.querySelector(".target.outside") && document.querySelector("td.fault")`)
	p.WaitText("RElbowRoll 120.0°: expected 2.0° to 88.5°")
	p.Do(`document.activeElement.blur()`)
	for range 3 { // each digit was one undo step, or all were one
		if Eval[bool](p, `!document.querySelector("td.fault")`) {
			break
		}
		p.Key("Ctrl+Z")
	}
	p.Wait(`!document.querySelector("td.fault")`)
	p.Key("M")
	p.Wait(`document.getElementById("cell-1-LElbowRoll")?.textContent === "-20.0°"`)
	p.Wait(`window.gonaoScene.triangles > 10000`)
	require.Empty(t, p.Problems())
}

// A motion is played on the robot of a simulated world, and a posture of the robot's arms is recorded.
func TestAMotionIsPlayedAndAPostureRecorded(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulated world: about 20 s of processor time")
	}
	t.Setenv("PATH", filepath.Dir(built.Program(t, "motion_lab"))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	s := NewWorld(t, Options{}, Motion, StatePublisher)
	state, err := ros.Watch[msgs.MotionState](s.Robot, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	p := s.Open("#motions")
	p.Press(".motions-bar", "Table")
	require.Eventually(t, func() bool { now, ok := state.Get(); return ok && now.State == msgs.MotionStateStanding }, patience, cycle)
	// It is adapted in a simulator of its own, which finds that it may be a tenth faster.
	p.Press(".motions-bar", "Onion skins")
	p.Do(`document.getElementById("cell-1-RElbowRoll").click()`)
	p.Do(`const i = document.querySelector("[aria-label='Duration, s']"); i.focus(); i.select()`)
	p.Type("0.22")
	p.Press(".motions-bar", "Adapt")
	p.Press(".adapt", "Adapt")
	p.WaitText("stable with 5 of 5")
	p.pictures("motions adapted")
	p.Press(".adapt", "Take it: ")
	p.Wait(`!document.querySelector(".adapted") && document.querySelector("[aria-label='Duration, s']").value === "0.198"`)
	p.Press(".adapt", "✕")
	play := `[...document.querySelectorAll(".motions-bar button")].find(b => b.textContent.startsWith("Play on"))`
	p.Wait(play + `.disabled === false`)
	p.Do(play + `.click()`)
	require.Eventually(t, func() bool { now, ok := state.Get(); return ok && now.RightArmOwner == `motion "wave"` }, patience, cycle)
	require.Eventually(t, func() bool { now, ok := state.Get(); return ok && now.RightArmOwner != `motion "wave"` }, patience, cycle)
	p.Do(`[...document.querySelectorAll(".motions-bar button")].find(b => b.textContent === "Limp").click()`)
	joints, err := ros.Watch[msgs.RobotState](s.Robot, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	const rElbowRoll = 21
	require.Eventually(t, func() bool { now, ok := joints.Get(); return ok && now.Stiffness[rElbowRoll] == 0 }, patience, cycle)
	p.Key("r")
	p.Wait(`document.querySelectorAll(".motions-grid thead th").length === 6`)
	p.Do(`[...document.querySelectorAll(".motions-bar button")].find(b => b.textContent === "Limp").click()`)
	require.Eventually(t, func() bool { now, ok := joints.Get(); return ok && now.Stiffness[rElbowRoll] > 0 }, patience, cycle)
	require.Empty(t, p.Problems())
}
