package trial

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// Each calls f for 0 to n-1 on several goroutines, and returns the answers in order, which do not depend on the number of
// workers. Workers 0 means one per processor. The first error, by number, ends it. done, if set, is called with every answer as
// it arrives, one at a time.
func Each[T any](ctx context.Context, n, workers int, f func(i int) (T, error), done func(i int, r T)) ([]T, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results, errs := make([]T, n), make([]error, n)
	var mu sync.Mutex // next, stopped, done
	next, stopped := 0, false
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next >= n || stopped || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				results[i], errs[i] = f(i)
				mu.Lock()
				if errs[i] != nil {
					stopped = true
				} else if done != nil {
					done(i, results[i])
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
	}
	return results, ctx.Err()
}
