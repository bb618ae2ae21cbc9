package fake

import (
	"fmt"
	"time"

	"github.com/lugu/qiloop/bus"

	"gonao/nao_driver/naoqi/qi"
)

type leds struct{ r *Robot }

func (l *leds) Activate(bus.Activation, qi.ALLedsSignalHelper) error { return nil }
func (l *leds) OnTerminate()                                         {}

func (l *leds) FadeRGB(name string, rgb int32, _ float32) error {
	l.r.light(name, LED{RGB: rgb})
	return nil
}

func (l *leds) SetIntensity(name string, level float32) error {
	if !(level >= 0 && level <= 1) {
		return fmt.Errorf("ALLeds::setIntensity: %g is not between 0 and 1", level)
	}
	l.r.light(name, LED{Level: level})
	return nil
}

func (r *Robot) light(name string, led LED) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leds[name] = led
}

type speech struct{ r *Robot }

func (s *speech) Activate(bus.Activation, qi.ALTextToSpeechSignalHelper) error { return nil }
func (s *speech) OnTerminate()                                                 {}

// Say speaks a text. Each letter takes 10 ms of the body's time.
func (s *speech) Say(words string) error {
	r := s.r
	r.mu.Lock()
	hush := r.hush
	r.mu.Unlock()
	if !after(time.Duration(float64(len(words))*float64(10*time.Millisecond)/r.cfg.TimeScale), hush) {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spoken = append(r.spoken, words)
	return nil
}

func (s *speech) StopAll() error {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	close(s.r.hush)
	s.r.hush = make(chan struct{})
	return nil
}

func (s *speech) SetLanguage(string) error                 { return nil }
func (s *speech) GetAvailableLanguages() ([]string, error) { return []string{"English"}, nil }
func (s *speech) SetVolume(float32) error                  { return nil }

type sonar struct{ r *Robot }

func (s *sonar) Activate(bus.Activation, qi.ALSonarSignalHelper) error { return nil }
func (s *sonar) OnTerminate()                                          {}

func (s *sonar) Subscribe(name string) error {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.r.sonars[name] = true
	return nil
}

func (s *sonar) Unsubscribe(name string) error {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	delete(s.r.sonars, name)
	return nil
}

type system struct{ r *Robot }

func (s *system) Activate(bus.Activation, qi.ALSystemSignalHelper) error { return nil }
func (s *system) OnTerminate()                                           {}
func (s *system) SystemVersion() (string, error)                         { return s.r.cfg.Version, nil }

type life struct{ r *Robot }

func (l *life) Activate(bus.Activation, qi.ALAutonomousLifeSignalHelper) error { return nil }
func (l *life) OnTerminate()                                                   {}
func (l *life) GetState() (string, error)                                      { return l.r.Life(), nil }

func (l *life) SetState(state string) error {
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	l.r.life = state
	return nil
}
