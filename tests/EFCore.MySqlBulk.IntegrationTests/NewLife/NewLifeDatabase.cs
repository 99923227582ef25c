using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.NewLife;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>A test's database with an account that NewLife.MySql can log in to: it has a password, and needs no encryption.</summary>
public sealed class NewLifeDatabase : IAsyncDisposable
{
    private NewLifeDatabase(TestDatabase plain, TestDatabase own)
    {
        Plain = plain;
        Own = own;
    }

    /// <summary>The database, accessed as root.</summary>
    public TestDatabase Plain { get; }

    /// <summary>The database, accessed with the account.</summary>
    public TestDatabase Own { get; }

    /// <summary>The account's name.</summary>
    public string User => Plain.Name;

    public static async Task<NewLifeDatabase> CreateAsync(RunningServer server, Action<ModelBuilder> model, string connection = "SslMode=Disabled")
    {
        TestDatabase plain = await server.CreateAsync(model);
        await plain.ExecuteAsync($"CREATE USER '{plain.Name}'@'%' IDENTIFIED BY 'pass word;''1'", $"GRANT ALL ON `{plain.Name}`.* TO '{plain.Name}'@'%'");
        return new(plain, new(server, plain.Name, model, $"User ID={plain.Name};Password=\"pass word;'1\";{connection}"));
    }

    /// <summary>A context on the account's connection that uses NewLife.MySql.</summary>
    public ModelContext Context(Action<DbContextOptionsBuilder>? configure = null) => Own.Context(options =>
    {
        options.UseMySqlBulk(bulk => bulk.UseNewLife());
        configure?.Invoke(options);
    });

    public async ValueTask DisposeAsync()
    {
        await Plain.ExecuteAsync($"DROP USER '{User}'@'%'");
        await Plain.DisposeAsync();
    }
}
