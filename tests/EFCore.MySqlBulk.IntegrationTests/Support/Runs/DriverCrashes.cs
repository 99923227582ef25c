#if CONNECTORNET
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Connector/NET throws on threads of timers, where nobody can catch: the process, and with it the whole run, would end. Its own two exceptions are told and passed over; any other one ends the run as before.</summary>
internal static class DriverCrashes
{
    // Both belong to no test: connections that were idle for three minutes are closed, and a TLS handshake is not answered in time.
    private static readonly string[] Places = ["CleanIdleConnections", "MySql.Data.Common.Ssl"];

    [ModuleInitializer]
    internal static void Tell()
        => ExceptionHandling.SetUnhandledExceptionHandler(exception =>
        {
            bool isOfDriver = exception.ToString() is var text && text.Contains("MySql.Data", StringComparison.Ordinal) && Array.Exists(Places, place => text.Contains(place, StringComparison.Ordinal));
            if (isOfDriver)
                Console.Error.WriteLine($"Connector/NET threw on a thread of a timer: {exception}");
            return isOfDriver;
        });
}
#endif
