using System.Runtime.InteropServices;

namespace Archive;

/// <summary>Turns the first Ctrl-C into a cancelled token, so that everything is cleaned up in order. A second one ends the process at once.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private PosixSignalRegistration _registration;

    public Interruption() => _registration = Listen();

    public CancellationToken Token => _source.Token;

    public bool HasHappened => _source.IsCancellationRequested;

    /// <summary>Registers again, to get the signal before handlers that registered in the meantime: the newest handler is called first, and those of TestServers do nothing if it has cancelled the signal.</summary>
    public void GoFirst()
    {
        using PosixSignalRegistration before = _registration;
        _registration = Listen();
    }

    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    private PosixSignalRegistration Listen() => PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);

    private void OnSignal(PosixSignalContext signal)
    {
        signal.Cancel = !HasHappened;
        // Not Cancel(): it would run the program's continuations on the signal's thread.
        _ = _source.CancelAsync();
    }
}
