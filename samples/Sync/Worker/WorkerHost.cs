using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Sync.Lists;
using Sync.Model;

namespace Sync.Worker;

/// <summary>The generic host with the worker in it. Ctrl-C and SIGTERM stop it.</summary>
internal static class WorkerHost
{
    public static IHost Create(SampleDatabase database, CityFolder folder, IProgress<SyncPass> passes)
    {
        HostApplicationBuilder builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders().AddSimpleConsole(console => console.SingleLine = true);
        // The worker's own lines say what was done, and what went wrong.
        builder.Logging.AddFilter("Microsoft", LogLevel.None);
        builder.Logging.AddFilter("EFCore.MySqlBulk", level => level == LogLevel.Warning);

        builder.Services.AddDbContextFactory<CitiesContext>(database.Configure);
        builder.Services.AddSingleton(folder);
        builder.Services.AddSingleton(passes);
        builder.Services.AddSingleton<CitySync>();
        // Started in this order: the table is there before the worker looks for lists.
        builder.Services.AddHostedService(_ => database);
        builder.Services.AddSingleton<SyncWorker>();
        builder.Services.AddHostedService(services => services.GetRequiredService<SyncWorker>());
        return builder.Build();
    }
}
