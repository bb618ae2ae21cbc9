package studiotest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/bag"
)

// Every page with panels is checked with content, in light and dark colors, in the smallest window that it is designed
// for.
func TestThePanelsAreAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("axe-core checks every panel: about 20 s of processor time")
	}
	s := NewStage(t, Options{})
	description, err := ros.Advertise[stdmsgs.String](s.Robot, "robot_description", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, description.Publish(stdmsgs.String{Data: urdf()}))
	p := s.Open("#robot")
	p.Size(1024, 768)
	p.Wait(`document.querySelector("main")`)
	p.Do(`const i = document.createElement("img"); i.id = "bad"; i.src = "data:,"; document.querySelector("main").append(i)`)
	require.NotEmpty(t, p.Axe(), "a picture without a text alternative is found")
	p.Do(`document.getElementById("bad").remove()`)
	for _, layout := range []string{"Drive", "Vision", "Walk", "Joints", "Soccer"} {
		p.layout(layout)
		p.Wait(`window.gonaoScene?.triangles > 10000`)
		p.requireAccessible("layout " + layout)
		p.requireLooks("layout " + layout)
	}
	for _, panel := range []string{"Log", "Skills", "Actions"} {
		p.panel(panel)
		p.requireAccessible(panel)
		p.requireLooks(panel)
	}
	p.Do(`location.hash = "#motions"`)
	p.Wait(`document.getElementById("target-1-RElbowRoll")`)
	p.requireAccessible("the time line of a motion")
	p.Press(".motions-bar", "Table")
	p.Wait(`document.getElementById("cell-1-RElbowRoll")`)
	p.Do(`document.getElementById("cell-1-RElbowRoll").click()`)
	p.requireAccessible("motions")
	p.Do(`[...document.querySelectorAll(".motions-bar button")].find(b => b.textContent === "Files").click()`)
	p.Wait(`document.querySelector("dialog[open]")`)
	p.requireAccessible("motion files")
	p.Key("Escape")
	p.Do(`location.hash = "#colours"`)
	p.Wait(`document.querySelector("main .empty")`)
	p.requireAccessible("colours")
	p.Do(`location.hash = "#bags"`)
	p.openBag(recording(t, 2*time.Second, 10, bag.Options{}))
	p.WaitText("4 topics")
	p.requireAccessible("bags")
}
