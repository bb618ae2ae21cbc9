// Package pool has several threads do the same work for all robots of a match.
package pool

import (
	"sync"
	"sync/atomic"
)

// A Pool runs the same work for all robots in several threads. The result must not depend on the order.
type Pool struct {
	work  func(i int)
	n     int
	next  atomic.Int64
	start []chan struct{}
	done  sync.WaitGroup
}

// New starts threads, besides the caller's, for n robots.
func New(threads, n int, work func(i int)) *Pool {
	p := &Pool{work: work, n: n}
	for range min(threads, n) - 1 {
		c := make(chan struct{})
		p.start = append(p.start, c)
		go func() {
			for range c {
				p.drain()
				p.done.Done()
			}
		}()
	}
	return p
}

// Run runs the work for all robots and returns when all is done.
func (p *Pool) Run() {
	p.next.Store(0)
	p.done.Add(len(p.start))
	for _, c := range p.start {
		c <- struct{}{}
	}
	p.drain()
	p.done.Wait()
}

func (p *Pool) drain() {
	for i := int(p.next.Add(1)) - 1; i < p.n; i = int(p.next.Add(1)) - 1 {
		p.work(i)
	}
}

// Close ends the threads. A second call has no effect.
func (p *Pool) Close() {
	for _, c := range p.start {
		close(c)
	}
	p.start = nil
}
