package studiotest

import (
	"os"
	"testing"
)

// Makes the picture at the top of README: the demo's machine on a simulated robot.
func TestPictureOfTheREADME(t *testing.T) {
	if os.Getenv("PICTURES_ALL") == "" {
		t.Skip("it only makes a picture; set PICTURES_ALL=directory")
	}
	s := NewWorld(t, Options{Machine: "follow_and_dance"}, Motion, Vision, StatePublisher)
	p := s.Open("#machine")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	p.DoubleClick(".box[data-state=followBall]")
	p.Wait(`!!document.querySelector(".box[data-state='followBall/red']")`)
	p.Click(".box[data-state='followBall/green']")
	p.Wait(`window.gonaoScene?.triangles > 10000`)
	p.Wait(`document.querySelector(".box[data-state='followBall/green']").dataset.mark === "active"`)
	p.Wait(`/^[2-6]\.\d s of 8/.test(document.querySelector(".box[data-state='followBall/green'] [data-time]").textContent)`)
	p.requireLooks("studio")
}
