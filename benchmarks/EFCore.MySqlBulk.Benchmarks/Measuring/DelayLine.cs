using System.Diagnostics;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>
/// One direction of a relayed connection: one thread reads bytes and notes when they came, another one sends them on when they are due.
/// </summary>
internal sealed class DelayLine
{
    // More than a fast line holds in 10 ms. When it is full, the sender has to wait, as with a real line.
    private const int Capacity = 4 * 1024 * 1024;

    // Bytes that are due this soon are sent along: a separate send would cost more time than they are early.
    private static readonly long Early = Stopwatch.Frequency / 50_000;

    // Several small packets of a stream are read at once, up to this much late: reading each by itself would take processor time from the measured code.
    // This never delays a packet that is answered before the next one comes.
    private static readonly long Gathering = Stopwatch.Frequency / 5_000;

    private readonly byte[] _ring = new byte[Capacity];
    private readonly Queue<(long Due, int Count)> _arrivals = new();
    private readonly Socket _from;
    private readonly Socket _to;
    private readonly long _delay;
    private int _held;
    private bool _isOver;

    private DelayLine(Socket from, Socket to, TimeSpan delay) =>
        (_from, _to, _delay) = (from, to, (long)(delay.TotalSeconds * Stopwatch.Frequency));

    /// <summary>Starts to carry bytes, until one of the ends is closed.</summary>
    public static void Lay(Socket from, Socket to, TimeSpan delay)
    {
        DelayLine line = new(from, to, delay);
        BackgroundThread.Start("relay, taking in", () => Guard(line.TakeIn));
        BackgroundThread.Start("relay, sending on", () => Guard(line.SendOn));
    }

    private void TakeIn()
    {
        try
        {
            PreciseSleep.Sharpen();
            int head = 0;
            while (_from.Receive(_ring, head, Room(head), SocketFlags.None) is > 0 and int count)
            {
                head = (head + count) % Capacity;
                lock (_arrivals)
                {
                    _held += count;
                    _arrivals.Enqueue((Stopwatch.GetTimestamp() + _delay, count));
                    Monitor.PulseAll(_arrivals);
                }
                PreciseSleep.Until(Stopwatch.GetTimestamp() + Gathering);
            }
        }
        finally
        {
            lock (_arrivals)
            {
                _isOver = true;
                Monitor.PulseAll(_arrivals);
            }
        }
    }

    private void SendOn()
    {
        PreciseSleep.Sharpen();
        int tail = 0;
        while (NextDue() is { } due)
        {
            PreciseSleep.Until(due);
            int count = TakeDue(Capacity - tail);
            _to.Send(_ring, tail, count, SocketFlags.None);
            tail = (tail + count) % Capacity;
            lock (_arrivals)
            {
                _held -= count;
                Monitor.PulseAll(_arrivals);
            }
        }
        _to.Shutdown(SocketShutdown.Send);
    }

    /// <summary>Waits for room, and returns how much of it lies before the end of the ring.</summary>
    private int Room(int head)
    {
        lock (_arrivals)
        {
            while (_held == Capacity)
                Monitor.Wait(_arrivals);
            return Math.Min(Capacity - head, Capacity - _held);
        }
    }

    /// <summary>Waits for bytes, and returns when the first are due; null if no more will come.</summary>
    private long? NextDue()
    {
        lock (_arrivals)
        {
            while (_arrivals.Count == 0 && !_isOver)
                Monitor.Wait(_arrivals);
            return _arrivals.TryPeek(out (long Due, int Count) next) ? next.Due : null;
        }
    }

    /// <summary>Counts the bytes that are due now and lie before the end of the ring.</summary>
    private int TakeDue(int most)
    {
        lock (_arrivals)
        {
            long now = Stopwatch.GetTimestamp() + Early;
            int count = 0;
            while (_arrivals.TryPeek(out (long Due, int Count) next) && next.Due <= now && count + next.Count <= most)
                count += _arrivals.Dequeue().Count;
            return count;
        }
    }

    private static void Guard(Action work)
    {
        try
        {
            work();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // One end is gone, so the line ends too.
        }
    }
}
