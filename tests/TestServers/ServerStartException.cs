namespace TestServers;

/// <summary>A server that was started did not come up.</summary>
internal sealed class ServerStartException(string what, string errorLog) : Exception($"{what}. The end of its log:\n{TestServers.ErrorLog.Tail(errorLog)}")
{
    /// <summary>Another process took the port after it was chosen and before it was used.</summary>
    public bool PortWasTaken => Message.Contains("Address already in use", StringComparison.OrdinalIgnoreCase)
        || Message.Contains("Bind on TCP/IP port", StringComparison.OrdinalIgnoreCase)
        || Message.Contains("port is already allocated", StringComparison.OrdinalIgnoreCase);
}
