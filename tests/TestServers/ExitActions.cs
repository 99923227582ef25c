using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace TestServers;

/// <summary>Cleanup to do when this process ends: normally, by Ctrl-C, or by a request to terminate.</summary>
internal static class ExitActions
{
    private static readonly ConcurrentDictionary<Guid, Action> Pending = new();

    // Kept for as long as the process lives: a collected registration no longer listens.
    private static readonly PosixSignalRegistration[] Signals = [.. Listen()];

    static ExitActions() => AppDomain.CurrentDomain.ProcessExit += (_, _) => RunAll();

    /// <summary>Adds an action; disposing the result removes it without running it.</summary>
    public static IDisposable Add(Action action)
    {
        Guid key = Guid.NewGuid();
        Pending[key] = action;
        return new Entry(key);
    }

    // The signal is not cancelled, so it still ends the process; unless a newer handler, which is called before this one, has cancelled it to end the process in order.
    private static IEnumerable<PosixSignalRegistration> Listen() =>
        from signal in new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT }
        select PosixSignalRegistration.Create(signal, OnSignal);

    private static void OnSignal(PosixSignalContext signal)
    {
        if (!signal.Cancel)
            RunAll();
    }

    private static void RunAll()
    {
        foreach (Guid key in Pending.Keys)
        {
            if (Pending.TryRemove(key, out Action? action))
                Run(action);
        }
    }

    private static void Run(Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidOperationException or SourceFailedException)
        {
            // The other actions matter more; the next run cleans up what is left.
        }
    }

    private sealed class Entry(Guid key) : IDisposable
    {
        public void Dispose() => Pending.TryRemove(key, out _);
    }
}
