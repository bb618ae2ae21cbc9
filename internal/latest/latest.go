// Package latest passes the newest value of something from one goroutine to another. Neither
// waits for the other: a control loop can pass its state to a slow publisher, or receive a
// command from a slow socket.
package latest

import (
	"cmp"
	"sync/atomic"
)

// fresh marks a middle slot whose value the reader has not received.
const fresh = 1 << 2

// Value holds one value in three slots: the writer owns one, the reader another,
// and the third passes between them. One goroutine may write and one may read at
// a time. The zero value is empty and ready.
type Value[T any] struct {
	slots  [3]T
	back   uint32        // the writer's slot, plus one; 0 before the first use
	front  uint32        // the reader's slot
	middle atomic.Uint32 // the slot between, plus fresh
	wake   atomic.Pointer[chan struct{}]
}

// writerSlot returns the index of the writer's slot. It initializes the zero Value: at the start
// the reader owns slot 0, slot 1 is in the middle and the writer owns slot 2.
func (v *Value[T]) writerSlot() uint32 {
	v.back = cmp.Or(v.back, 3)
	return v.back - 1
}

// Slot returns the writer's own slot, to be filled in and then passed on by [Value.Publish]. It
// holds an older value, not the last one.
func (v *Value[T]) Slot() *T { return &v.slots[v.writerSlot()] }

// Publish passes on the value in [Value.Slot].
func (v *Value[T]) Publish() {
	old := v.middle.Swap(encode(v.writerSlot()) | fresh)
	v.back = decode(old) + 1
	if wake := v.wake.Load(); wake != nil {
		Notify(*wake)
	}
}

// Set passes on a value.
func (v *Value[T]) Set(value T) {
	*v.Slot() = value
	v.Publish()
}

// Get returns the newest value, and whether it is new since the last call. The pointer is the
// reader's own until its next call. Before the first Publish it points to a zero value.
func (v *Value[T]) Get() (value *T, isNew bool) {
	if v.middle.Load()&fresh == 0 {
		return &v.slots[v.front], false
	}
	old := v.middle.Swap(encode(v.front))
	v.front = decode(old)
	return &v.slots[v.front], true
}

// Updates returns a channel that holds a token when a value was published since the last
// receive. It must be called before the first [Value.Publish].
func (v *Value[T]) Updates() <-chan struct{} {
	if v.wake.Load() == nil {
		wake := make(chan struct{}, 1)
		v.wake.CompareAndSwap(nil, &wake)
	}
	return *v.wake.Load()
}

// Notify puts a token into a channel that holds one, unless it holds one already. It does not block.
func Notify(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Replace puts a value into a channel that holds one, in the place of a value that was not received. It does not block
// if no other goroutine sends to the channel.
func Replace[T any](c chan T, value T) {
	select {
	case <-c:
	default:
	}
	c <- value
}

// The middle is stored so that its zero stands for slot 1.
func encode(slot uint32) uint32   { return slot ^ 1 }
func decode(middle uint32) uint32 { return middle&3 ^ 1 }
