using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Lets the shards of a call commit one after the other, once the servers of all have accepted all rows. Until then a failure anywhere leaves nothing stored; later, only a commit that fails can.</summary>
/// <param name="isTogether">Whether they commit at once instead.</param>
internal sealed class CommitOrder(bool isTogether)
{
    private readonly object _lock = new();
    private readonly List<Place> _places = [];
    private bool _areAllKnown;
    private bool _hasFailed;
    private int _turn;

    /// <summary>The number of shards that have something to commit.</summary>
    public int Ready
    {
        get
        {
            lock (_lock)
                return _places.Count(place => place is { IsReady: true, HasEnded: false });
        }
    }

    /// <summary>Adds a shard, which commits after those added before.</summary>
    /// <returns>Its number.</returns>
    public int Add()
    {
        lock (_lock)
        {
            _places.Add(new());
            return _places.Count - 1;
        }
    }

    /// <summary>No shard will be added: every row has been given to one.</summary>
    public void Close()
    {
        lock (_lock)
        {
            _areAllKnown = true;
            Advance();
        }
    }

    /// <summary>Waits until a shard may commit. An attempt that is made again, because its commit failed and left nothing stored, need not wait.</summary>
    /// <exception cref="OperationCanceledException">Another shard has failed.</exception>
    public ValueTask WaitAsync(int shard, IOBehavior io)
    {
        Task turn;
        lock (_lock)
        {
            Place place = _places[shard];
            place.IsReady = true;
            if (_hasFailed)
                place.Turn.TrySetCanceled();
            Advance();
            turn = place.Turn.Task;
        }

        return io.JoinAsync(turn);
    }

    /// <summary>A shard has ended well: it has committed, or had nothing to commit.</summary>
    public void Ended(int shard)
    {
        lock (_lock)
        {
            _places[shard].HasEnded = true;
            Advance();
        }
    }

    /// <summary>A shard has failed, or the rows have: none that does not commit yet will.</summary>
    public void Fail()
    {
        lock (_lock)
        {
            _hasFailed = true;
            foreach (Place place in _places)
                place.Turn.TrySetCanceled();
        }
    }

    /// <summary>The caller has cancelled, which has no effect once commits have begun.</summary>
    public void Cancel()
    {
        lock (_lock)
        {
            if (!_places.Exists(place => place.Turn.Task.IsCompletedSuccessfully))
                Fail();
        }
    }

    private void Advance()
    {
        if (!_areAllKnown || _hasFailed || !_places.TrueForAll(place => place.IsReady || place.HasEnded))
            return;
        if (isTogether)
        {
            foreach (Place place in _places)
                place.Turn.TrySetResult();
            return;
        }

        while (_turn < _places.Count && _places[_turn].HasEnded)
            _turn++;
        if (_turn < _places.Count)
            _places[_turn].Turn.TrySetResult();
    }

    private sealed class Place
    {
        // A shard must not go on inside the lock.
        public TaskCompletionSource Turn { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool IsReady { get; set; }

        public bool HasEnded { get; set; }
    }
}
