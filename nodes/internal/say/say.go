// Package say is what the nodes that speak share, whatever they speak with: texts come
// in, and are said one after the other.
//
//	subscribes  speech  std_msgs/String  texts without an answer, as naoqi_driver takes them
//	serves      say     gonao_msgs/Say   speaks a text, and says how far it is
package say

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// Text is a text to speak. An empty language or a volume of zero is the speaker's choice.
type Text struct {
	Words, Language string
	Volume          float64
}

// A Speaker speaks texts, one at a time.
type Speaker interface {
	// Speak speaks the text and returns its duration; it returns when the text has been said, or soon after ctx ends. It
	// reports the share already said to spoken.
	Speak(ctx context.Context, t Text, spoken func(share float64)) (time.Duration, error)
	// Code returns the action's code of an error; with 0, Line chooses the code.
	Code(err error) uint16
}

// Line is the queue of texts.
type Line struct {
	node    *ros.Node
	speaker Speaker
	queue   chan *saying
	Texts   *ros.Subscription[stdmsgs.String]                          `topic:"speech" doc:"texts without an answer, as naoqi_driver takes them"`
	Say     ros.Action[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback] `action:"say" doc:"speaks a text, and says how far it is"`
}

// saying is a text in the line.
type saying struct {
	Text
	ctx      context.Context // of its goal
	spoken   func(share float64)
	taken    atomic.Bool   // by the loop, or removed from the queue
	duration time.Duration // set by the loop, before done
	done     chan error
}

// Open opens the action and the topic. Texts are spoken by Run; until then up to this many wait.
func Open(n *ros.Node, waiting int, speaker Speaker) (*Line, error) {
	l := &Line{node: n, speaker: speaker, queue: make(chan *saying, waiting)}
	l.Say.Handle(l.say)
	return l, ros.Open(n, l)
}

// Run speaks the texts that arrive, until ctx ends.
func (l *Line) Run(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l.speakAll(ctx)
	}()
	for {
		select {
		case <-ctx.Done():
			err := l.Say.Close() // waits for the goals
			<-ended
			return err
		case text := <-l.Texts.C():
			one := &saying{Text: Text{Words: text.Data}, ctx: ctx, spoken: func(float64) {}, done: make(chan error, 1)}
			if !l.wait(one) {
				l.node.Log.Warn("text dropped: too many wait", "text", text.Data, "waiting", cap(l.queue))
			}
		}
	}
}

// wait puts a text into the line; false when that is full.
func (l *Line) wait(one *saying) bool {
	select {
	case l.queue <- one:
		return true
	default:
		return false
	}
}

// errFull is the error of a text when the queue is full.
var errFull = errors.New("too many texts wait")

// say runs one goal.
func (l *Line) say(ctx context.Context, goal msgs.SayGoal, feedback func(msgs.SayFeedback)) (msgs.SayResult, error) {
	one := &saying{
		Text: Text{Words: goal.Text, Language: goal.Language, Volume: float64(goal.Volume)}, ctx: ctx, done: make(chan error, 1),
		spoken: func(share float64) { feedback(msgs.SayFeedback{Spoken: float32(share)}) },
	}
	var err error
	if l.wait(one) {
		err = one.wait(ctx)
	} else {
		err = errFull
	}
	result := msgs.SayResult{}
	if err == nil {
		result.Duration = float32(one.duration.Seconds())
		return result, nil
	}
	result.ErrorCode, result.ErrorMsg = l.code(err), err.Error()
	return result, err
}

// wait blocks until the text is said, or ctx ends: a text still in the queue is then removed at once.
func (o *saying) wait(ctx context.Context) error {
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
		if o.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-o.done // the loop answers soon
	}
}

func (l *Line) code(err error) uint16 {
	if code := l.speaker.Code(err); code != 0 {
		return code
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, ros.ErrCanceled):
		return msgs.SayResultCanceled
	case errors.Is(err, errFull):
		return msgs.SayResultQueueFull
	default:
		return msgs.SayResultEngineFailed
	}
}

// speakAll speaks one text after the other.
func (l *Line) speakAll(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			for { // the remaining texts
				select {
				case one := <-l.queue:
					one.done <- ctx.Err()
				default:
					return
				}
			}
		case one := <-l.queue:
			if !one.taken.CompareAndSwap(false, true) {
				continue // canceled while it waited
			}
			var err error
			one.duration, err = l.speaker.Speak(one.ctx, one.Text, one.spoken)
			if err != nil && one.ctx == ctx && ctx.Err() == nil { // no other goroutine reports it
				l.node.Log.Error("text not said", "text", one.Words, "error", err)
			}
			one.done <- err
		}
	}
}
