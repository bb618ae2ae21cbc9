package naoqi

import (
	"context"
	"fmt"
	"log/slog"
	"math"

	"gonao/nao"
)

// ledSetter sets the LEDs of a robot. NAOqi needs a call for each LED, so ledSetter has a goroutine, which always
// works on the newest request.
type ledSetter struct {
	wishes chan nao.Lights // the newest request, until the goroutine receives it
	cancel context.CancelFunc
	done   chan struct{}
}

func newLEDSetter(r *robot, log *slog.Logger) *ledSetter {
	ctx, cancel := context.WithCancel(context.Background())
	s := &ledSetter{wishes: make(chan nao.Lights, 1), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.run(ctx, r, log)
	}()
	return s
}

// show sets the newest request. It does not block. Only one goroutine may call it.
func (s *ledSetter) show(l *nao.Lights) {
	select {
	case <-s.wishes: // the newer request replaces it
	default:
	}
	s.wishes <- *l
}

func (s *ledSetter) stop() {
	s.cancel()
	<-s.done
}

func (s *ledSetter) run(ctx context.Context, r *robot, log *slog.Logger) {
	set := map[string]led{}
	for logged := ""; ; {
		select {
		case <-ctx.Done():
			return
		case wish := <-s.wishes:
			if r.leds == nil {
				continue // its capabilities lack this LED
			}
			err := setLights(ctx, r, ledsOf(&wish), set)
			if err != nil && err.Error() != logged && ctx.Err() == nil {
				logged = err.Error()
				log.Warn("an LED was not set", "reason", err)
			}
		}
	}
}

// led is an LED, or a group of them with one colour, by NAOqi's name.
type led struct {
	name  string
	color bool
	rgb   int32   // 0x00RRGGBB
	level float32 // level of an LED with one colour
}

// setLights sets the LEDs that differ from their last setting.
func setLights(ctx context.Context, r *robot, leds []led, set map[string]led) error {
	proxy := r.leds.WithContext(ctx)
	for _, l := range leds {
		if before, known := set[l.name]; known && before == l {
			continue
		}
		err := guarded(func() error {
			if l.color {
				return proxy.FadeRGB(l.name, l.rgb, 0)
			}
			return proxy.SetIntensity(l.name, l.level)
		})
		if err != nil {
			delete(set, l.name)
			return fmt.Errorf("%s: %w", l.name, err)
		}
		set[l.name] = l
	}
	return nil
}

// ledsOf returns the LEDs by NAOqi's names.
func ledsOf(l *nao.Lights) []led {
	leds := make([]led, 0, 51)
	for i := range l.LeftEye {
		leds = append(leds, colored(fmt.Sprintf("FaceLedLeft%d", leftEyeName[i]), l.LeftEye[i]),
			colored(fmt.Sprintf("FaceLedRight%d", rightEyeName[i]), l.RightEye[i]))
	}
	leds = append(leds, colored("ChestLeds", l.Chest), colored("LeftFootLeds", l.LeftFoot), colored("RightFootLeds", l.RightFoot))
	for i := range l.LeftEar {
		leds = append(leds,
			led{name: fmt.Sprintf("Ears/Led/Left/%dDeg/Actuator/Value", 36*i), level: l.LeftEar[i]},
			led{name: fmt.Sprintf("Ears/Led/Right/%dDeg/Actuator/Value", 36*(9-i)), level: l.RightEar[i]})
	}
	for i, place := range skullPlaces {
		leds = append(leds, led{name: "Head/Led/" + place + "/Actuator/Value", level: l.Skull[i]})
	}
	return leds
}

// NAOqi numbers the LEDs of an eye from 0 in steps of 45°, beginning at 0°.
var (
	leftEyeName  = [8]int{1, 0, 7, 6, 5, 4, 3, 2}
	rightEyeName = [8]int{0, 1, 2, 3, 4, 5, 6, 7}
)

// skullPlaces lists the LEDs of the skull in the order of [nao.Lights].
var skullPlaces = [12]string{
	"Front/Left/1", "Front/Left/0", "Middle/Left/0", "Rear/Left/0", "Rear/Left/1", "Rear/Left/2",
	"Rear/Right/2", "Rear/Right/1", "Rear/Right/0", "Middle/Right/0", "Front/Right/0", "Front/Right/1",
}

func colored(name string, c nao.Color) led {
	part := func(v float32) int32 { return int32(math.Round(255 * float64(v))) }
	return led{name: name, color: true, rgb: part(c.R)<<16 | part(c.G)<<8 | part(c.B)}
}
