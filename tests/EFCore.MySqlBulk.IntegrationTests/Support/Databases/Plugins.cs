#if PLUGINS
using Microsoft.EntityFrameworkCore;
#endif
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>The plugins of the provider that the variant has.</summary>
internal static class Plugins
{
    public static void Use(MySqlDbContextOptionsBuilder options)
    {
#if PLUGINS
        options.UseNetTopologySuite();
        options.UseMicrosoftJson();
#endif
    }
}
