using System.Security.Cryptography;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Authentication;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class AuthenticationTests
{
    private static readonly byte[] Scramble = [.. Enumerable.Range(1, 20).Select(i => (byte)i)];
    private static readonly PipelineSettings Settings = new() { Host = "h", User = "u", Password = "pässword" };

    // Both values were computed with Python's hashlib from the formula in the server's documentation.
    [Fact]
    public void A_native_proof_is_right()
        => Assert.Equal("4c47202d6acac2c4391bf963121d3734d9885183", Convert.ToHexStringLower(new MySqlNativePassword().Prove(Scramble, new(Settings, false))));

    [Fact]
    public void A_SHA2_proof_is_right()
        => Assert.Equal("8d5d2626bc5659d3928b225540de0f42343166209c7bc80438c5b05961466774", Convert.ToHexStringLower(new CachingSha2Password().Prove(Scramble, new(Settings, false))));

    [Fact]
    public void An_empty_password_proves_nothing()
    {
        Credentials credentials = new(Settings with { Password = "" }, false);
        Assert.Empty(new CachingSha2Password().Prove(Scramble, credentials));
        Assert.Empty(new MySqlNativePassword().Prove(Scramble, credentials));
    }

    [Fact]
    public void The_password_itself_goes_only_where_nobody_listens()
    {
        CachingSha2Password plugin = new();
        plugin.Prove(Scramble, new(Settings, true));
        Assert.Equal(System.Text.Encoding.UTF8.GetBytes("pässword\0"), plugin.Continue([4], new(Settings, true)));
        Assert.Throws<PipelineUnsupportedException>(() => plugin.Continue([4], new(Settings, false)));
    }

    [Fact]
    public void The_servers_key_encrypts_the_password_mixed_with_the_scramble()
    {
        using RSA key = RSA.Create(2048);
        Credentials credentials = new(Settings with { AllowPublicKeyRetrieval = true }, false);
        CachingSha2Password plugin = new();
        plugin.Prove(Scramble, credentials);
        Assert.Equal([2], plugin.Continue([4], credentials)!);
        byte[] sent = plugin.Continue(System.Text.Encoding.ASCII.GetBytes(key.ExportSubjectPublicKeyInfoPem()), credentials)!;
        byte[] mixed = key.Decrypt(sent, RSAEncryptionPadding.OaepSHA1);
        Assert.Equal(System.Text.Encoding.UTF8.GetBytes("pässword\0"), mixed.Select((b, i) => (byte)(b ^ Scramble[i % 20])));
        Assert.Null(plugin.Continue([3], credentials));
    }

    [Fact]
    public void A_malformed_public_key_is_refused()
    {
        Credentials credentials = new(Settings with { AllowPublicKeyRetrieval = true }, false);
        CachingSha2Password plugin = new();
        plugin.Prove(Scramble, credentials);
        plugin.Continue([4], credentials);
        Assert.Throws<ProtocolException>(() => plugin.Continue("no key"u8.ToArray(), credentials));
    }

    [Fact]
    public void An_empty_scramble_is_refused()
    {
        Credentials credentials = new(Settings with { AllowPublicKeyRetrieval = true }, false);
        Assert.Throws<ProtocolException>(() => new CachingSha2Password().Prove([], credentials));
    }

    [Theory]
    [InlineData("client_ed25519")]
    [InlineData("mysql_clear_password")]
    [InlineData("")]
    public void An_unknown_authentication_method_is_unsupported(string name)
        => Assert.Contains(name, Assert.Throws<PipelineUnsupportedException>(() => AuthenticationPlugin.Named(name)).Message, StringComparison.Ordinal);
}
