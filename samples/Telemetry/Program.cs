using System.Data.Common;
using Telemetry;
using TestServers;

try
{
    return await TelemetrySample.RunAsync() ? 0 : 1;
}
catch (Exception exception) when (exception is ServerUnavailableException or DbException)
{
    Console.Error.WriteLine(exception.Message);
    return 1;
}
