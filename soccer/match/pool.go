package match

import (
	"sync"
	"sync/atomic"
)

// A pool has some threads do the same work for all robots. What they do must not depend on its order.
type pool struct {
	work  func(i int)
	n     int
	next  atomic.Int64
	start []chan struct{}
	done  sync.WaitGroup
}

// newPool starts threads, besides the caller's, for n robots.
func newPool(threads, n int, work func(i int)) *pool {
	p := &pool{work: work, n: n}
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

// run does the work for all robots and returns when it is done.
func (p *pool) run() {
	p.next.Store(0)
	p.done.Add(len(p.start))
	for _, c := range p.start {
		c <- struct{}{}
	}
	p.drain()
	p.done.Wait()
}

func (p *pool) drain() {
	for i := int(p.next.Add(1)) - 1; i < p.n; i = int(p.next.Add(1)) - 1 {
		p.work(i)
	}
}

// close ends the threads.
func (p *pool) close() {
	for _, c := range p.start {
		close(c)
	}
	p.start = nil
}
